import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMkdocs } from '../../src/catalog/mkdocs';
import { catalogOf, type RepositoryCatalog } from '../../src/catalog/repositoryCatalog';
import { backstage, relations } from './helpers';

/** The catalog files of shared/breakers; expectations are those of its MANIFEST. */
const FOLDER = join(__dirname, '..', 'fixtures', 'breakers', 'catalog');

function textOf(path: string, encoding: 'utf8' | 'utf16le' = 'utf8'): string {
  return readFileSync(join(FOLDER, path), encoding);
}

function catalogOfBreaker(name: string, encoding: 'utf8' | 'utf16le' = 'utf8'): RepositoryCatalog {
  const path = `${name}/catalog-info.yaml`;
  return catalogOf([{ path, text: textOf(path, encoding) }], [path]);
}

function refsOf(catalog: RepositoryCatalog): string[] {
  return catalog.entities.map((entity) => entity.ref).filter((ref) => ref !== 'repo:default/.');
}

describe('catalog breakers', () => {
  it('multi: three entities among empty documents and document ends', () => {
    const catalog = catalogOfBreaker('multi');
    expect(refsOf(catalog)).toEqual(['component:default/svc-a', 'component:default/svc-b', 'resource:default/db']);
    expect(catalog.notices).toEqual([]);
  });

  it('template-braces: a notice, and no entity named [object Object]', () => {
    const catalog = catalogOfBreaker('template-braces');
    expect(refsOf(catalog)).toEqual([]);
    expect(catalog.notices).toContainEqual({ path: 'template-braces/catalog-info.yaml', line: 4, message: expect.stringContaining('looks like a template') });
  });

  it('template-helm: a notice, nothing thrown', () => {
    const catalog = catalogOfBreaker('template-helm');
    expect(refsOf(catalog)).toEqual([]);
    expect(catalog.notices).toEqual([expect.objectContaining({ message: expect.stringContaining('looks like a template') })]);
  });

  it('cycle: a cycle of three and an edge to itself', () => {
    expect(relations(catalogOfBreaker('cycle').edges).filter((edge) => edge.includes('dependsOn'))).toEqual([
      'component:default/c1 dependsOn component:default/c2',
      'component:default/c2 dependsOn component:default/c3',
      'component:default/c3 dependsOn component:default/c1',
      'component:default/c3 dependsOn component:default/c3',
    ]);
  });

  it('names: what YAML reads as something else stays text', () => {
    expect(catalogOfBreaker('names').entities.map((entity) => entity.name)).toEqual(['0o14', '123', '2024-01-01', 'no', 'null', '.']);
  });

  it('dup: the same entity in two files is a notice that names both', () => {
    const text = textOf('dup/b/catalog-info.yaml');
    const catalog = catalogOf([{ path: 'dup/b/catalog-info.yaml', text }, { path: 'dup/a/catalog-info.yaml', text }], []);
    expect(refsOf(catalog)).toEqual(['component:default/same']);
    expect(catalog.notices).toEqual([{ path: 'dup/b/catalog-info.yaml', line: 1, message: expect.stringContaining('dup/a/catalog-info.yaml') }]);
  });

  it('dupkeys: a notice, and the entity is there', () => {
    const catalog = catalogOfBreaker('dupkeys');
    expect(relations(catalog.edges)).toEqual(['component:default/dk ownedBy group:default/team-b']);
    expect(catalog.notices).toEqual([{ path: 'dupkeys/catalog-info.yaml', line: 9, message: expect.stringContaining('written twice') }]);
  });

  it('merge: the owner comes from the merged mapping', () => {
    expect(relations(catalogOfBreaker('merge').edges)).toEqual(['component:default/merged ownedBy group:default/team-a']);
  });

  it('utf16: decoded text, its byte order mark included, is read', () => {
    expect(refsOf(catalogOfBreaker('utf16', 'utf16le'))).toEqual(['component:default/u16']);
  });

  it('tabs: a notice with the line', () => {
    expect(catalogOfBreaker('tabs').notices).toEqual([{ path: 'tabs/catalog-info.yaml', line: 4, message: expect.stringContaining('tab') }]);
  });

  it('proto: no pollution, and the entity is usable', () => {
    const catalog = catalogOfBreaker('proto');
    expect(relations(catalog.edges)).toContain('component:default/__proto__ dependsOn component:default/constructor');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });

  it('techdocs: a reference out of the repository is refused', () => {
    const catalog = catalogOfBreaker('techdocs');
    expect(refsOf(catalog)).toEqual(['component:default/td']);
    expect(catalog.declaredDocuments).toEqual([]);
    expect(catalog.notices).toEqual([expect.objectContaining({ line: 6, message: expect.stringContaining('leads outside the repository') })]);
  });

  it('techdocs2: the navigation is read, unknown tags tolerated, missing and outside pages noticed', () => {
    const path = 'techdocs2/mkdocs.yml';
    expect(readMkdocs(path, textOf(path), (page) => page === 'techdocs2/docs/index.md')).toEqual({
      docsFolder: 'techdocs2/docs',
      pages: [{ path: 'techdocs2/docs/index.md', title: 'Home' }],
      notices: [
        { path, line: 5, message: 'nav: there is no "nope.md".' },
        { path, line: 6, message: expect.stringContaining('leads outside') },
      ],
    });
  });

  it('many: 5000 entities of one file, each with its edges', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => backstage('Component', `bulk-${index}`, `{owner: team-a, dependsOn: ["component:bulk-${(index * 7 + 1) % 5_000}"]}`)).join('---\n');
    const catalog = catalogOf([{ path: 'catalog-info.yaml', text }], ['catalog-info.yaml']);
    expect(catalog.entities).toHaveLength(5_001);
    expect(catalog.edges).toHaveLength(10_000);
    expect(catalog.notices).toEqual([]);
  });
});
