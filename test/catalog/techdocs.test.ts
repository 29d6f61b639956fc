import { describe, expect, it } from 'vitest';
import { readMkdocs } from '../../src/catalog/mkdocs';
import { backstage, catalogOfFiles } from './helpers';

const withRef = (ref: string) => backstage('Component', 'it', '{}', `  annotations:\n    backstage.io/techdocs-ref: ${ref}\n`);
const documentsOf = (files: Record<string, string | null>) => catalogOfFiles(files).declaredDocuments.map((document) => `${document.path} | ${document.title}`);

describe('techdocs-ref', () => {
  it('declares all documents below docs, with the titles of the navigation', () => {
    expect(
      documentsOf({
        'svc/catalog-info.yaml': withRef('dir:.'),
        'svc/mkdocs.yml': 'site_name: x\nnav:\n  - Home: index.md\n  - Guides:\n      - Start: guides/start.md\n      - guides/next.md\n',
        'svc/docs/index.md': null,
        'svc/docs/guides/start.md': null,
        'svc/docs/guides/next.md': null,
        'svc/docs/hidden.md': null,
        'docs/else.md': null,
      }),
    ).toEqual(['svc/docs/guides/next.md | null', 'svc/docs/guides/start.md | Start', 'svc/docs/hidden.md | null', 'svc/docs/index.md | Home']);
  });

  it('follows docs_dir, and another folder than its own', () => {
    const files = { 'a/catalog-info.yaml': withRef('dir:../site'), 'site/mkdocs.yaml': 'docs_dir: content\n', 'site/content/x.md': null, 'site/docs/y.md': null };
    expect(documentsOf(files)).toEqual(['site/content/x.md | null']);
  });

  it('needs no mkdocs.yml: techdocs makes one whose documents lie in docs', () => {
    expect(documentsOf({ 'catalog-info.yaml': withRef('dir:./'), 'docs/x.md': null })).toEqual(['docs/x.md | null']);
  });

  it('asks for an mkdocs.yml that was not handed in', () => {
    expect(catalogOfFiles({ 'catalog-info.yaml': withRef('dir:.'), 'mkdocs.yml': null, 'docs/x.md': null })).toMatchObject({ wanted: ['mkdocs.yml'], declaredDocuments: [], notices: [] });
  });

  it.each([
    ['dir:../../etc', 'leads outside the repository'],
    ['dir:/etc', 'leads outside the repository'],
    ['url:https://x.example/', 'nothing is fetched'],
    ['dir:./nothing', 'leads to no documents'],
  ])('%s gives a notice', (ref, message) => {
    const { declaredDocuments, notices } = catalogOfFiles({ 'a/catalog-info.yaml': withRef(`"${ref}"`), 'docs/x.md': null });
    expect(declaredDocuments).toEqual([]);
    expect(notices).toEqual([{ path: 'a/catalog-info.yaml', line: 6, message: expect.stringContaining(message) }]);
  });

  it('refuses a docs_dir outside the repository', () => {
    const { declaredDocuments, notices } = catalogOfFiles({ 'catalog-info.yaml': withRef('dir:.'), 'mkdocs.yml': 'docs_dir: ../up\n', 'up/x.md': null });
    expect(declaredDocuments).toEqual([]);
    expect(notices).toEqual([{ path: 'mkdocs.yml', line: 1, message: 'docs_dir "../up" leads outside the repository; it is not read.' }]);
  });
});

describe('readMkdocs', () => {
  it('passes over links and included navigations', () => {
    const { pages, notices } = readMkdocs('mkdocs.yml', 'nav:\n  - https://x.example/a.md\n  - Sub: "!include ./sub/mkdocs.yml"\n  - "*include all"\n  - folder/\n', () => true);
    expect([pages, notices]).toEqual([[], []]);
  });

  it('ends on a navigation that is a bomb of aliases', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level}: &l${level} [${Array(9).fill(level === 0 ? 'x.md' : `*l${level - 1}`).join(', ')}]`);
    // 9^12 pages if all were visited, all of them the same.
    expect(readMkdocs('mkdocs.yml', `${levels.join('\n')}\nnav: *l11\n`, () => true).pages).toEqual([{ path: 'docs/x.md', title: null }]);
  });
});
