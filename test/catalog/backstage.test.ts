import { describe, expect, it } from 'vitest';
import { backstage, catalogOfFiles, relations } from './helpers';

const relationsOf = (text: string) => relations(catalogOfFiles({ 'catalog-info.yaml': text }).edges);
const messagesOf = (text: string) => catalogOfFiles({ 'catalog-info.yaml': text }).notices.map((notice) => `${notice.line}: ${notice.message}`);

describe('relations, with the default kinds of Backstage', () => {
  it.each([
    [
      'Component',
      '{owner: team-a, system: shop, subcomponentOf: parent, providesApis: [a1], consumesApis: [ops/a2], dependsOn: [resource:db, "component:default/x"], dependencyOf: [component:y]}',
      [
        'component:default/it consumesApi api:ops/a2',
        'component:default/it dependsOn component:default/x',
        'component:default/it dependsOn resource:default/db',
        'component:default/it ownedBy group:default/team-a',
        'component:default/it partOf component:default/parent',
        'component:default/it partOf system:default/shop',
        'component:default/it providesApi api:default/a1',
        'component:default/y dependsOn component:default/it',
      ],
    ],
    ['API', '{owner: user:jane, system: shop}', ['api:default/it ownedBy user:default/jane', 'api:default/it partOf system:default/shop']],
    [
      'Resource',
      '{owner: team-a, system: shop, dependsOn: [resource:b], dependencyOf: [component:c]}',
      [
        'component:default/c dependsOn resource:default/it',
        'resource:default/it dependsOn resource:default/b',
        'resource:default/it ownedBy group:default/team-a',
        'resource:default/it partOf system:default/shop',
      ],
    ],
    ['System', '{owner: team-a, domain: retail}', ['system:default/it ownedBy group:default/team-a', 'system:default/it partOf domain:default/retail']],
    ['Domain', '{owner: team-a, subdomainOf: all}', ['domain:default/it ownedBy group:default/team-a', 'domain:default/it partOf domain:default/all']],
    [
      'Group',
      '{parent: up, children: [down], members: [jane]}',
      ['group:default/down childOf group:default/it', 'group:default/it childOf group:default/up', 'user:default/jane memberOf group:default/it'],
    ],
    ['User', '{memberOf: [team-a]}', ['user:default/it memberOf group:default/team-a']],
    ['Location', '{targets: []}', []],
  ])('%s', (kind, spec, expected) => {
    expect(relationsOf(backstage(kind, 'it', spec))).toEqual(expected);
  });

  it('looks for short refs in the namespace of the entity', () => {
    expect(relationsOf(backstage('Component', 'it', '{owner: team-a, dependsOn: [component:x, default/y]}', '  namespace: Ops\n'))).toEqual([
      'component:ops/it dependsOn component:default/y',
      'component:ops/it dependsOn component:ops/x',
      'component:ops/it ownedBy group:ops/team-a',
    ]);
  });

  it('says on which line each relation is written', () => {
    const { edges } = catalogOfFiles({ 'catalog-info.yaml': backstage('Component', 'it', '\n  owner: team-a\n  dependsOn:\n    - component:x\n    - component:y') });
    expect(edges.map((edge) => [edge.to, edge.declaredAt])).toEqual([
      ['component:default/x', { path: 'catalog-info.yaml', line: 8 }],
      ['component:default/y', { path: 'catalog-info.yaml', line: 9 }],
      ['group:default/team-a', { path: 'catalog-info.yaml', line: 6 }],
    ]);
  });

  it('keeps one edge of a relation declared from both ends', () => {
    const text = `${backstage('Component', 'a', '{dependsOn: [component:b]}')}---\n${backstage('Component', 'b', '{dependencyOf: [component:a]}')}`;
    expect(relationsOf(text)).toEqual(['component:default/a dependsOn component:default/b']);
  });

  it('notices what is no ref and keeps the rest', () => {
    const text = backstage('Component', 'it', '\n  dependsOn:\n    - two words\n    - {a: b}\n    - component:x');
    expect(relationsOf(text)).toEqual(['component:default/it dependsOn component:default/x']);
    expect(messagesOf(text)).toEqual([
      '7: spec.dependsOn: "two words" is no entity ref: it is not of the form [kind:][namespace/]name, without spaces.',
      '8: spec.dependsOn holds something that is no entity ref; it is left out.',
    ]);
  });
});

describe('entities', () => {
  it('have every field that is declared', () => {
    const metadata = '  title: " The Billing "\n  description: |\n    Sends invoices.\n  annotations:\n    a.io/b: "1"\n    c: 2\n  labels: {x: y}\n';
    expect(catalogOfFiles({ 'svc/catalog-info.yaml': `# first\n${backstage('Component', 'Billing', '{type: service}', metadata)}` }).entities[0]).toEqual({
      ref: 'component:default/billing',
      kind: 'component',
      namespace: 'default',
      name: 'Billing',
      title: 'The Billing',
      description: 'Sends invoices.',
      type: 'service',
      annotations: { 'a.io/b': '1', c: '2' },
      derived: false,
      declaredAt: { path: 'svc/catalog-info.yaml', line: 2 },
    });
  });

  it('are there with an empty spec, and without one', () => {
    const text = `${backstage('Component', 'a', 'null')}---\napiVersion: backstage.io/v1alpha1\nkind: System\nmetadata: {name: b}\n`;
    expect(catalogOfFiles({ 'catalog-info.yaml': text }).entities.map((entity) => entity.ref)).toEqual(['component:default/a', 'repo:default/.', 'system:default/b']);
  });

  it.each([
    ['kind: Gizmo\nmetadata: {name: x}', '2: Entities of the kind Gizmo are not read; this one is left out.'],
    ['metadata: {name: x}', '1: This entity names no kind; it is left out.'],
    ['kind: Component\nmetadata: {title: x}', '1: This component has no name; it is left out.'],
    ['kind: Component\nmetadata: {name: two words}', '3: "two words" cannot be the name of a component: names hold letters, digits and - _ . only.'],
    ['kind: Component\nmetadata: {name: {a: b}}', '3: The name of this component is no text; the component is left out.'],
    ['kind: Component\nmetadata: {name: "${{ values.name }}"}', '3: The name "${{ values.name }}" looks like a template that has yet to be filled in; the component is left out.'],
    ['kind: Component\nmetadata: {name: x, namespace: a b}', '3: "a b" cannot be the name of a namespace: names hold letters, digits and - _ . only.'],
  ])('are left out, with a notice, when they cannot be read: %s', (text, message) => {
    const catalog = catalogOfFiles({ 'catalog-info.yaml': `apiVersion: backstage.io/v1alpha1\n${text}\n` });
    expect(catalog.entities.map((entity) => entity.ref)).toEqual(['repo:default/.']);
    expect(catalog.notices.map((notice) => `${notice.line}: ${notice.message}`)).toEqual([message]);
  });

  it('does not take what belongs to other tools', () => {
    const files = { 'component.yaml': 'apiVersion: dapr.io/v1alpha1\nkind: Component\nmetadata: {name: x}\n', 'a/component.yaml': 'name: kubeflow step\ninputs: []\n' };
    expect(catalogOfFiles(files)).toMatchObject({ entities: [{ ref: 'repo:default/.' }], notices: [] });
  });
});

describe('Locations', () => {
  const location = (targets: string) => backstage('Location', 'all', `{targets: ${targets}}`);

  it('lead to files by path and by glob, also from one to the next', () => {
    const catalog = catalogOfFiles({
      'catalog-info.yaml': location('[./teams/all.yaml, "apps/**/service.yaml"]'),
      'teams/all.yaml': backstage('Location', 'teams', '{type: file, target: ../org/groups.yml}'),
      'org/groups.yml': backstage('Group', 'g'),
      'apps/a/service.yaml': backstage('Component', 'a'),
      'apps/service.yaml': backstage('Component', 'b'),
      'other/service.yaml': backstage('Component', 'c'),
    });
    expect(catalog.entities.map((entity) => entity.ref)).toEqual([
      'component:default/a',
      'component:default/b',
      'group:default/g',
      'location:default/all',
      'location:default/teams',
      'repo:default/.',
    ]);
    expect(catalog.notices).toEqual([]);
  });

  it('ask for files that were not handed in', () => {
    expect(catalogOfFiles({ 'catalog-info.yaml': location('[./b.yaml, ./a.yaml]'), 'a.yaml': null, 'b.yaml': null }).wanted).toEqual(['a.yaml', 'b.yaml']);
  });

  it('end when they lead to themselves', () => {
    expect(catalogOfFiles({ 'catalog-info.yaml': location('[./catalog-info.yaml, ./b.yaml]'), 'b.yaml': backstage('Location', 'b', '{target: ./catalog-info.yaml}') }).entities).toHaveLength(3);
  });

  it('are not followed elsewhere', () => {
    const targets = '["https://x.example/catalog-info.yaml", ../../other/catalog-info.yaml, /etc/passwd, ./nowhere.yaml, "none/**/x.yaml", {a: b}, "*a*a*a*a*a*a*.yaml"]';
    expect(catalogOfFiles({ 'a/catalog-info.yaml': location(targets) })).toMatchObject({
      wanted: [],
      notices: [
        { message: 'A target of this Location is no text; it is not followed.' },
        { message: expect.stringContaining('holds too many wildcards') },
        { message: expect.stringContaining('"../../other/catalog-info.yaml" of this Location leads outside') },
        { message: expect.stringContaining('"./nowhere.yaml" of this Location names no file') },
        { message: expect.stringContaining('"/etc/passwd" of this Location leads outside') },
        { message: expect.stringContaining('is a URL; nothing is fetched') },
        { message: expect.stringContaining('matches no file') },
      ],
    });
  });

  it('do not lead into test data or skeletons', () => {
    const catalog = catalogOfFiles({
      'catalog-info.yaml': location('["./**/c.yaml", ./t/template.yaml]'),
      'fixtures/c.yaml': backstage('Component', 'fixture'),
      't/template.yaml': 'apiVersion: scaffolder.backstage.io/v1beta3\nkind: Template\nmetadata: {name: t}\nspec: {steps: [{action: "fetch:template", input: {url: ./app}}]}\n',
      't/app/c.yaml': backstage('Component', '${{ values.name }}'),
      'a/c.yaml': backstage('Component', 'a'),
    });
    expect(catalog.entities.map((entity) => entity.ref)).toEqual(['component:default/a', 'location:default/all', 'repo:default/.']);
    expect(catalog.notices).toEqual([]);
  });
});

describe('an endless title', () => {
  it('is cut to 200 characters, because every answer that cites the entity repeats it', () => {
    const file = backstage('Component', 'it', '{owner: team-a}', `  title: "${'é'.repeat(100_000)}"\n`);
    expect(catalogOfFiles({ 'catalog-info.yaml': file }).entities.find(({ name }) => name === 'it')?.title).toBe(`${'é'.repeat(199)}…`);
  });

  it('is not cut inside of a character of two units', () => {
    const file = backstage('Component', 'it', '{owner: team-a}', `  title: "${'🙂'.repeat(200)}"\n`);
    expect(catalogOfFiles({ 'catalog-info.yaml': file }).entities.find(({ name }) => name === 'it')?.title).toBe(`${'🙂'.repeat(99)}…`);
  });
});
