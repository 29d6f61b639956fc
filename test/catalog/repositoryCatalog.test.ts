import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogOf, danglingEdgesOf } from '../../src/catalog/repositoryCatalog';
import { backstage, catalogOfFiles, relations } from './helpers';

describe('catalogOf', () => {
  it('of nothing holds the repository only', () => {
    expect(catalogOf([], [])).toEqual({
      entities: [expect.objectContaining({ ref: 'repo:default/.', kind: 'repo', title: null })],
      edges: [],
      declaredDocuments: [],
      componentFolders: [],
      overviewPath: null,
      packages: { provided: [], required: [] },
      notices: [],
      skipped: [],
      wanted: [],
    });
  });

  it('lets the first by path declare an entity, and names both files', () => {
    const catalog = catalogOfFiles({
      'b/catalog-info.yaml': backstage('Component', 'same', '{owner: b, dependsOn: [component:x]}'),
      'a/catalog-info.yaml': backstage('Component', 'Same', '{owner: a}'),
    });
    expect(catalog.entities.map((entity) => entity.name)).toEqual(['Same', '.']);
    expect(relations(catalog.edges)).toEqual(['component:default/same ownedBy group:default/a']);
    expect(catalog.componentFolders).toEqual([{ folder: 'a', entityRef: 'component:default/same' }]);
    expect(catalog.notices).toEqual([
      { path: 'b/catalog-info.yaml', line: 1, message: 'component:default/same is declared in a/catalog-info.yaml, line 1, too; that declaration counts, this one does not.' },
    ]);
  });

  it('keeps edges to what nobody declares, and lists them', () => {
    const catalog = catalogOfFiles({ 'catalog-info.yaml': `${backstage('Component', 'a', '{dependsOn: [component:b, component:ghost], dependencyOf: [component:other]}')}---\n${backstage('Component', 'b')}` });
    expect(catalog.edges).toHaveLength(3);
    expect(relations(danglingEdgesOf(catalog))).toEqual(['component:default/a dependsOn component:default/ghost', 'component:default/other dependsOn component:default/a']);
  });

  it('keeps an entity that depends on itself, and cycles', () => {
    const catalog = catalogOfFiles({ 'catalog-info.yaml': backstage('Component', 'a', '{dependsOn: [component:a]}') });
    expect(relations(catalog.edges)).toEqual(['component:default/a dependsOn component:default/a']);
  });

  it('leaves test data and template skeletons out, and says so', () => {
    const template = 'apiVersion: scaffolder.backstage.io/v1beta3\nkind: Template\nmetadata: {name: t}\nspec: {steps: [{action: "fetch:template", input: {url: ./made}}]}\n';
    const catalog = catalogOfFiles({
      'x/testdata/catalog-info.yaml': backstage('Component', 'fake'),
      't/template.yaml': template,
      't/made/catalog-info.yaml': backstage('Component', 'made'),
      't/skeleton/component.yaml': 'a: {{ x }}',
      'real/catalog-info.yaml': backstage('Component', 'real'),
      // A folder named skeleton without a template beside it is a folder like any other.
      'anatomy/skeleton/catalog-info.yaml': backstage('Component', 'bones'),
    });
    expect(catalog.entities.map((entity) => entity.ref)).toEqual(['component:default/bones', 'component:default/real', 'repo:default/.']);
    expect(catalog.skipped).toEqual([
      { path: 't/made/catalog-info.yaml', reason: 'template-skeleton' },
      { path: 't/skeleton/component.yaml', reason: 'template-skeleton' },
      { path: 'x/testdata/catalog-info.yaml', reason: 'test-data' },
    ]);
    expect(catalog.notices).toEqual([]);
  });

  it('says that a document of catalog-info.yaml is no entity, and that a Template is none silently', () => {
    expect(catalogOfFiles({ 'catalog-info.yaml': 'foo: bar\n---\napiVersion: backstage.io/v1alpha1\nkind: Template\nmetadata: {name: t}\n' }).notices).toEqual([
      { path: 'catalog-info.yaml', line: 1, message: expect.stringContaining('no entity') },
    ]);
  });

  it('does not depend on the order of its input', () => {
    const texts = [
      { path: 'catalog-info.yaml', text: `${backstage('Component', 'a', '{dependsOn: [component:b], owner: g}')}---\n${backstage('Location', 'l', '{target: ./more.yaml}')}` },
      { path: 'more.yaml', text: backstage('Component', 'b', '{dependencyOf: [component:a]}', '  annotations: {backstage.io/techdocs-ref: "dir:./x"}\n') },
      { path: 'x/mkdocs.yml', text: 'nav: [{A: a.md}]\n' },
      { path: 'x/component.yaml', text: 'apiVersion: orun.io/v1\nkind: Component\nmetadata: {name: a}\nspec: {domain: d}\n' },
      { path: 'intent.yaml', text: 'catalog: {defaults: {owner: team/q}, entities: {domain/d: {title: D}}}\ncomponents: [{name: c, domain: d}]\nrepo: {title: T}\n' },
    ];
    const paths = [...texts.map((file) => file.path), 'x/docs/a.md', 'x/docs/b.md'];
    const expected = catalogOf(texts, paths);
    expect(expected.entities).toHaveLength(6);
    fc.assert(
      fc.property(fc.shuffledSubarray(texts, { minLength: texts.length }), fc.shuffledSubarray(paths, { minLength: paths.length }), (shuffledTexts, shuffledPaths) => {
        expect(catalogOf(shuffledTexts, shuffledPaths)).toEqual(expected);
      }),
    );
  });

  it('never throws, whatever a file holds', () => {
    const piece = fc.constantFrom('apiVersion: backstage.io/v1alpha1\n', 'kind: Component\n', 'metadata:\n', '  name: x\n', 'spec:\n', '  dependsOn: [', ']\n', '- ', '---\n', '{{ x }}', '\t', '"', '&a ', '*a', '<<: *a\n', ': ', '\n', 'kind: Location\n', '  targets: ["**"]\n', 'components:\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.constantFrom('catalog-info.yaml', 'component.yaml', 'intent.yaml', 'template.yaml'), (pieces, path) => {
        expect(catalogOf([{ path, text: pieces.join('') }], [path]).entities.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
