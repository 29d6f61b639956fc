import { describe, expect, it } from 'vitest';
import { catalogOfFiles, relations } from './helpers';

const component = (name: string, spec: string, apiVersion = 'sourceplane.io/v1') => `apiVersion: ${apiVersion}\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
const intent = (body: string) => `apiVersion: sourceplane.io/v1\nkind: Intent\nmetadata:\n  name: platform\n${body}`;

describe('component.yaml', () => {
  it('declares a component and its relations', () => {
    const spec = [
      '  type: cloudflare-worker',
      '  owner: team/platform-edge',
      '  system: edge',
      '  domain: runtime',
      '  dependsOn:',
      '    - identity-worker',
      '    - component: ledger',
      '      relationship: calls',
      '    - component: acme/billing/billing-worker',
      '  providesApis: [public-api]',
      '  consumesApis: [identity-api]',
    ].join('\n');
    const { entities, edges } = catalogOfFiles({ 'apps/edge/component.yaml': component('api-edge', spec, 'orun.io/v1alpha1') });
    expect(entities[0]).toMatchObject({ ref: 'component:default/api-edge', type: 'cloudflare-worker', declaredAt: { path: 'apps/edge/component.yaml', line: 1 } });
    expect(edges.map((edge) => `${edge.type} ${edge.to} ${edge.declaredAt.line}`)).toEqual([
      'consumesApi api:default/identity-api 16',
      // namespace/repository/name: our refs have no repository.
      'dependsOn component:acme/billing-worker 14',
      'dependsOn component:default/identity-worker 11',
      'dependsOn component:default/ledger 12',
      // team/name is an owner, and owners have no namespace in Orun.
      'ownedBy group:default/platform-edge 7',
      'partOf domain:default/runtime 9',
      'partOf system:default/edge 8',
      'providesApi api:default/public-api 15',
    ]);
  });

  it('reads the blocks of the orun.io/v1 form', () => {
    const text = `${component('x', '  type: worker\n', 'orun.io/v1')}ownership: {owner: "group:platform"}\ncontracts:\n  provides:\n    - {api: default/orun/x-api}\n  consumes:\n    - {api: y-api}\n`;
    expect(relations(catalogOfFiles({ 'component.yaml': text }).edges)).toEqual([
      'component:default/x consumesApi api:default/y-api',
      'component:default/x ownedBy group:default/platform',
      'component:default/x providesApi api:default/x-api',
    ]);
  });

  it('declares documents, their paths taken from its own folder', () => {
    const docs = '  docs:\n    overview: docs/overview.md\n    pages:\n      - {path: ops/runbook.md, key: runbook, title: On call, role: runbook}\n      - {path: docs/design.md}\n    techdocs: docs/\n    adrs: [adr]\n';
    const { declaredDocuments } = catalogOfFiles({
      'apps/a/component.yaml': component('a', docs),
      'apps/a/docs/overview.md': null,
      'apps/a/docs/design.md': null,
      'apps/a/docs/more.md': null,
      'apps/a/ops/runbook.md': null,
      'apps/a/adr/1.md': null,
      'docs/overview.md': null,
    });
    expect(declaredDocuments.map(({ path, role, title }) => [path, role, title])).toEqual([
      ['apps/a/adr/1.md', 'adr', null],
      ['apps/a/docs/design.md', 'page', null],
      ['apps/a/docs/more.md', 'techdocs', null],
      ['apps/a/docs/overview.md', 'overview', null],
      ['apps/a/ops/runbook.md', 'runbook', 'On call'],
    ]);
  });

  it('understands paths written from the root when they lead into its folder, and guesses at no others', () => {
    const { declaredDocuments, notices } = catalogOfFiles({
      'apps/a/component.yaml': component('a', '  docs: {overview: apps/a/docs/x.md, techdocs: docs/, pages: [{path: ../../../x.md}]}\n'),
      'apps/a/docs/x.md': null,
      'docs/y.md': null,
    });
    // apps/a/docs exists: techdocs means that folder, not the root's docs.
    expect(declaredDocuments.map((document) => document.path)).toEqual(['apps/a/docs/x.md']);
    expect(notices.map((notice) => notice.message)).toEqual(['docs.pages: "../../../x.md" leads outside the repository; it is not read.']);
  });

  it('notices documents that are not there, also when the root has a folder of that name', () => {
    const { declaredDocuments, notices } = catalogOfFiles({ 'apps/a/component.yaml': component('a', '  docs:\n    techdocs: docs/\n'), 'docs/y.md': null });
    expect(declaredDocuments).toEqual([]);
    expect(notices).toEqual([{ path: 'apps/a/component.yaml', line: 7, message: 'docs.techdocs: "docs/" names nothing that is there.' }]);
  });

  it('refuses a name with spaces', () => {
    const { entities, notices } = catalogOfFiles({ 'component.yaml': component('BAD NAME WITH SPACES AND $$$', '  type: x\n') });
    expect(entities).toHaveLength(1);
    expect(notices).toMatchObject([{ line: 4, message: expect.stringContaining('cannot be the name of a component') }]);
  });
});

describe('intent.yaml', () => {
  it('declares inline components, each on its own line', () => {
    const text = intent('components:\n  - name: foundation\n    type: terraform\n    path: infra/base\n  - name: api\n    type: helm\n    domain: core\n    dependsOn:\n      - component: foundation\n        condition: success\n');
    const { entities, edges, componentFolders } = catalogOfFiles({ 'demo/intent.yaml': text, 'demo/infra/base/main.tf': null });
    expect(entities.map((entity) => [entity.ref, entity.declaredAt.line])).toEqual([
      ['component:default/api', 9],
      ['component:default/foundation', 6],
      ['repo:default/.', 1],
    ]);
    expect(relations(edges)).toEqual(['component:default/api dependsOn component:default/foundation', 'component:default/api partOf domain:default/core']);
    expect(edges[0]?.declaredAt.line).toBe(13);
    expect(componentFolders).toEqual([
      { folder: 'demo', entityRef: 'component:default/api' },
      { folder: 'demo/infra/base', entityRef: 'component:default/foundation' },
    ]);
  });

  it('gives components below it a namespace and what they leave out', () => {
    const catalog = catalogOfFiles({
      'intent.yaml': 'catalog:\n  namespace: sourceplane\n  defaults:\n    owner: team/platform\n    annotations: {a: intent, b: intent}\n',
      'apps/a/component.yaml': `${component('a', '  dependsOn: [b]\n')}`.replace('  name: a\n', '  name: a\n  annotations: {a: own}\n'),
      'apps/b/component.yaml': component('b', '  owner: group:own\n'),
      'nested/intent.yml': intent('catalog: {namespace: nested}\n'),
      'nested/c/component.yaml': component('c', '  type: x\n'),
    });
    expect(catalog.entities.map((entity) => entity.ref)).toEqual(['component:nested/c', 'component:sourceplane/a', 'component:sourceplane/b', 'repo:default/.']);
    expect(catalog.entities[1]?.annotations).toEqual({ a: 'own', b: 'intent' });
    expect(catalog.edges.map((edge) => [edge.from, edge.to, edge.declaredAt.path])).toEqual([
      ['component:sourceplane/a', 'component:sourceplane/b', 'apps/a/component.yaml'],
      // Inherited: the intent declares it.
      ['component:sourceplane/a', 'group:default/platform', 'intent.yaml'],
      ['component:sourceplane/b', 'group:default/own', 'apps/b/component.yaml'],
    ]);
  });

  it('describes the repository', () => {
    const text = intent('repo:\n  displayName: Lumen Platform\n  description: All of it\n  owner: group:platform\n  docs:\n    overview: docs/start.md\n    pages:\n      - {path: docs/faq.md, title: Questions, role: faq}\n');
    const catalog = catalogOfFiles({ 'intent.yaml': text, 'docs/start.md': null, 'docs/faq.md': null });
    expect(catalog.entities).toMatchObject([{ ref: 'repo:default/.', kind: 'repo', title: 'Lumen Platform', description: 'All of it', declaredAt: { path: 'intent.yaml', line: 6 } }]);
    expect(relations(catalog.edges)).toEqual(['repo:default/. ownedBy group:default/platform']);
    expect(catalog.overviewPath).toBe('docs/start.md');
    expect(catalog.declaredDocuments).toEqual([
      { path: 'docs/faq.md', entityRef: 'repo:default/.', role: 'faq', title: 'Questions' },
      { path: 'docs/start.md', entityRef: 'repo:default/.', role: 'overview', title: null },
    ]);
  });

  it('describes the repository once: the intent nearest to the root', () => {
    const catalog = catalogOfFiles({ 'a/intent.yaml': intent('repo: {title: Example}\n'), 'intent.yaml': intent('repo: {title: Whole}\n') });
    expect(catalog.entities[0]?.title).toBe('Whole');
    expect(catalog.notices).toMatchObject([{ path: 'a/intent.yaml', message: expect.stringContaining('described in intent.yaml too') }]);
  });

  const entities = 'catalog:\n  entities:\n    domain/identity:\n      title: Identity\n      description: Sign-in\n      owner: group:platform\n      docs: {overview: docs/identity.md}\n';

  it('enriches domains and systems that components belong to', () => {
    const catalog = catalogOfFiles({ 'intent.yaml': intent(entities), 'a/component.yaml': component('a', '  domain: identity\n'), 'docs/identity.md': null });
    expect(catalog.entities.find((entity) => entity.kind === 'domain')).toMatchObject({ ref: 'domain:default/identity', title: 'Identity', description: 'Sign-in', declaredAt: { path: 'intent.yaml', line: 7 } });
    expect(relations(catalog.edges)).toContain('domain:default/identity ownedBy group:default/platform');
    expect(catalog.declaredDocuments).toEqual([{ path: 'docs/identity.md', entityRef: 'domain:default/identity', role: 'overview', title: null }]);
    expect(catalog.notices).toEqual([]);
  });

  it('creates nothing (orun: enrich, never create)', () => {
    const catalog = catalogOfFiles({ 'intent.yaml': intent(entities), 'docs/identity.md': null });
    expect(catalog).toMatchObject({ entities: [{ ref: 'repo:default/.' }], edges: [], declaredDocuments: [], notices: [{ line: 7, message: expect.stringContaining('nothing declared belongs to it') }] });
  });

  it('fills in what a declared entity leaves out, and nothing else', () => {
    const declared = 'apiVersion: backstage.io/v1alpha1\nkind: Domain\nmetadata: {name: identity, title: Own}\nspec: {owner: own-team}\n';
    const catalog = catalogOfFiles({ 'intent.yaml': intent(entities), 'catalog-info.yaml': declared, 'docs/identity.md': null });
    expect(catalog.entities[0]).toMatchObject({ ref: 'domain:default/identity', title: 'Own', description: 'Sign-in', declaredAt: { path: 'catalog-info.yaml' } });
    expect(relations(catalog.edges)).toEqual(['domain:default/identity ownedBy group:default/own-team']);
    expect(catalog.declaredDocuments).toHaveLength(1);
  });

  it('notices enrichments of what has a declaration of its own, and malformed keys', () => {
    const catalog = catalogOfFiles({ 'intent.yaml': intent('catalog:\n  entities:\n    component/a: {description: x}\n    nonsense: {}\n    environment/prod: {}\n') });
    expect(catalog.notices.map((notice) => [notice.line, notice.message])).toEqual([
      [7, expect.stringContaining('only systems, domains and groups')],
      [8, expect.stringContaining('not of the form kind/name')],
    ]);
  });

  it('notices a components block that is no list', () => {
    expect(catalogOfFiles({ 'intent.yaml': intent('components: {a: b}\n') }).notices).toMatchObject([{ line: 5, message: 'components is no list; it is left out.' }]);
  });
});
