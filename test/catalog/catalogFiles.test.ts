import { describe, expect, it } from 'vitest';
import { isCatalogFile, isTestData, skeletonFoldersOf } from '../../src/catalog/catalogFiles';
import { readYamlDocuments } from '../../src/catalog/yamlDocuments';

describe('isCatalogFile', () => {
  it.each(['catalog-info.yaml', 'a/catalog-info.yml', 'a/component.yaml', 'intent.yml', 'docs/mkdocs.yml', 'mkdocs.yaml', 't/template.yaml', 'Catalog-Info.YAML'])('takes %s', (path) => {
    expect(isCatalogFile(path)).toBe(true);
  });

  it.each(['my-catalog-info.yaml', 'component.schema.yaml', 'catalog-info.json', 'catalog-info.yaml.bak', 'catalog-info.yaml/x'])('leaves %s', (path) => {
    expect(isCatalogFile(path)).toBe(false);
  });
});

describe('isTestData', () => {
  it.each(['testdata/catalog-info.yaml', 'a/fixtures/b/component.yaml', '__fixtures__/x.yaml', 'src/__tests__/x.yaml'])('is %s', (path) => {
    expect(isTestData(path)).toBe(true);
  });

  // Only folders below the root count, and only by their whole name; a file's own name does not.
  it.each(['catalog-info.yaml', 'my-fixtures/x.yaml', 'fixtures', 'test/x.yaml'])('is not %s', (path) => {
    expect(isTestData(path)).toBe(false);
  });
});

describe('skeletonFoldersOf', () => {
  const foldersOf = (path: string, steps: string) => {
    const text = `apiVersion: scaffolder.backstage.io/v1beta3\nkind: Template\nmetadata: {name: t}\nspec:\n  steps:\n${steps}`;
    const [document] = readYamlDocuments(path, text).documents;
    return document === undefined ? [] : skeletonFoldersOf(path, document);
  };

  it('names what fetch steps name, and skeleton and content beside the template', () => {
    const steps = '    - action: fetch:template\n      input: {url: ./parts/app}\n    - action: fetch:plain\n      input: {url: ../shared}\n';
    expect(foldersOf('t/one/template.yaml', steps)).toEqual(['t/one/parts/app', 't/shared', 't/one/skeleton', 't/one/content']);
  });

  it('passes over URLs, other actions, what leaves the repository, and the folder the template itself lies in', () => {
    const steps = ['https://x.example/y', '../../..', '.', '${{ parameters.url }}'].map((url) => `    - action: fetch:template\n      input: {url: "${url}"}\n`).join('');
    expect(foldersOf('t/one/template.yaml', `${steps}    - action: publish:github\n      input: {url: ./z}\n`)).toEqual(['t/one/skeleton', 't/one/content']);
  });
});
