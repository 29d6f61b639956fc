import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachDocuments, COMPONENTS_PER_FOLDER, DEFAULT_EPIC_GLOBS, overviewOf } from '../../src/catalog/attachment';

const nothing = { declaredDocuments: [], componentFolders: [], overviewPath: null };
const inFolder = (folder: string, name: string) => ({ folder, entityRef: `component:default/${name}` });
const attach = (paths: string[], catalog: Partial<Parameters<typeof attachDocuments>[1]> = {}, globs = DEFAULT_EPIC_GLOBS) => attachDocuments(paths, { ...nothing, ...catalog }, globs);

describe('overviewOf', () => {
  it.each([
    [['README.md', 'overview.md', 'docs/overview.md'], 'docs/overview.md'],
    [['README.md', 'overview.md'], 'overview.md'],
    [['README.md', 'docs/README.md'], 'README.md'],
    [['readme.rst'], 'readme.rst'],
    [['Docs/Overview.MD', 'README.md'], 'Docs/Overview.MD'],
    // Markdown goes before other formats of the same name.
    [['README.adoc', 'README.md', 'README.txt'], 'README.md'],
    [['src/README.md', 'README.de.md', 'docs/x.md'], null],
    [[], null],
  ])('of %j is %s', (paths, expected) => {
    expect(overviewOf(paths, null)).toBe(expected);
  });

  it('is the declared one, when that is a document', () => {
    expect(overviewOf(['docs/overview.md', 'x.md'], 'x.md')).toBe('x.md');
    expect(overviewOf(['docs/overview.md'], 'gone.md')).toBe('docs/overview.md');
  });
});

describe('attachDocuments', () => {
  it('gives the overview to the repository, and to its other owners as well', () => {
    expect(attach(['README.md']).get('README.md')).toEqual({ sourceKind: 'repo_overview', attachedBy: 'repository', entityRefs: ['repo:default/.'] });
    expect(attach(['README.md'], { componentFolders: [inFolder('', 'shop')] }).get('README.md')).toEqual({
      sourceKind: 'repo_overview',
      attachedBy: 'folder',
      entityRefs: ['repo:default/.', 'component:default/shop'],
    });
    const declared = { overviewPath: 'x.md', declaredDocuments: [{ path: 'x.md', entityRef: 'repo:default/.', role: 'overview', title: null }] };
    expect(attach(['README.md', 'x.md'], declared).get('x.md')).toEqual({ sourceKind: 'repo_overview', attachedBy: 'declared', entityRefs: ['repo:default/.'] });
    expect(attach(['README.md', 'x.md'], declared).get('README.md')?.sourceKind).toBe('catalog_doc');
  });

  it('gives a document to every entity that declares it, before any folder', () => {
    const declaredDocuments = ['component:default/b', 'component:default/a'].map((entityRef) => ({ path: 'svc/x.md', entityRef, role: 'page', title: null }));
    expect(attach(['svc/x.md'], { declaredDocuments, componentFolders: [inFolder('svc', 'svc')] }).get('svc/x.md')).toEqual({
      sourceKind: 'catalog_doc',
      attachedBy: 'declared',
      entityRefs: ['component:default/a', 'component:default/b'],
    });
  });

  it('gives a document to the components of the nearest folder', () => {
    const componentFolders = [inFolder('', 'root'), inFolder('apps', 'b'), inFolder('apps', 'a'), inFolder('apps/web', 'web')];
    const attached = attach(['x.md', 'apps/docs/x.md', 'apps/web/docs/deep/x.md', 'apps/website/x.md'], { componentFolders });
    expect([...attached.values()].map((attachment) => attachment.entityRefs)).toEqual([
      ['component:default/root'],
      ['component:default/a', 'component:default/b'],
      ['component:default/web'],
      ['component:default/a', 'component:default/b'],
    ]);
  });

  it('asks the next folder when one file declares a whole landscape', () => {
    const many = Array.from({ length: COMPONENTS_PER_FOLDER + 1 }, (_, index) => inFolder('catalog', `c${index}`));
    expect(attach(['catalog/x.md'], { componentFolders: many }).get('catalog/x.md')).toMatchObject({ attachedBy: 'repository', entityRefs: ['repo:default/.'] });
    expect(attach(['catalog/x.md'], { componentFolders: many.slice(1) }).get('catalog/x.md')?.entityRefs).toHaveLength(COMPONENTS_PER_FOLDER);
    expect(attach(['catalog/x.md'], { componentFolders: [...many, inFolder('', 'root')] }).get('catalog/x.md')?.entityRefs).toEqual(['component:default/root']);
  });

  it.each(['specs/one/README.md', 'specs/one/deep/er.md', 'specs/epics/two/x.md', 'epics/three/x.md', 'docs/epics/four/x.md', 'rfcs/0001-x/x.md'])('takes %s for part of an epic', (path) => {
    expect(attach([path]).get(path)?.sourceKind).toBe('epic_doc');
  });

  // Loose files are in no epic's folder; specs elsewhere are not epics.
  it.each(['specs/README.md', 'rfcs/0001-x.md', 'epics/x.md', 'docs/specs/one/x.md', 'src/specs/one/x.md'])('does not take %s for part of an epic', (path) => {
    expect(attach([path]).get(path)?.sourceKind).toBe('catalog_doc');
  });

  it('takes other globs, and none', () => {
    expect(attach(['keps/sig-x/1-y/README.md'], {}, ['./keps/*/*/']).get('keps/sig-x/1-y/README.md')?.sourceKind).toBe('epic_doc');
    expect(attach(['specs/one/x.md'], {}, []).get('specs/one/x.md')?.sourceKind).toBe('catalog_doc');
  });

  it('gives epics their owners by the same rules', () => {
    expect(attach(['specs/one/x.md'], { componentFolders: [inFolder('specs/one', 'one')] }).get('specs/one/x.md')).toEqual({
      sourceKind: 'epic_doc',
      attachedBy: 'folder',
      entityRefs: ['component:default/one'],
    });
  });

  it('attaches every document to at least one entity, and at most one is the overview', () => {
    const path = fc.array(fc.constantFrom('docs', 'specs', 'a', 'README.md', 'overview.md', 'x.md'), { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path), fc.array(fc.tuple(path, fc.constantFrom('p', 'q'))), (paths, folders) => {
        const attached = attach(paths, { componentFolders: folders.map(([folder, name]) => inFolder(folder, name)) });
        expect([...attached.keys()]).toEqual(paths);
        expect([...attached.values()].every((attachment) => attachment.entityRefs.length > 0)).toBe(true);
        expect([...attached.values()].filter((attachment) => attachment.sourceKind === 'repo_overview').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
