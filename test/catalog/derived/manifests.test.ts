import { describe, expect, it } from 'vitest';
import { isManifestFile } from '../../../src/catalog/derived/derivedCatalog';
import { backstage, catalogOfFiles } from '../helpers';

/** `from → to @ path:line` of each derived edge, without `component:default/`. */
function derived(files: Record<string, string | null>) {
  const catalog = catalogOfFiles(files);
  const short = (ref: string) => ref.replace('component:default/', '');
  return {
    names: catalog.entities.filter((entity) => entity.kind === 'component').map((entity) => (entity.title === null ? entity.name : `${entity.name} (${entity.title})`)),
    edges: catalog.edges.map((edge) => `${short(edge.from)} → ${short(edge.to)} @ ${edge.declaredAt.path}:${edge.declaredAt.line}`),
    required: catalog.packages.required.map((link) => `${short(link.from)} ${link.packageName}`),
    provided: catalog.packages.provided.map((link) => `${short(link.entityRef)} ${link.packageName}`),
    notices: catalog.notices.map((notice) => `${notice.path}:${notice.line} ${notice.message}`),
    catalog,
  };
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

describe('npm, pnpm and yarn', () => {
  it('finds the members of a workspace and what they need of each other', () => {
    const { names, edges, required, provided } = derived({
      'package.json': json({ name: 'root', workspaces: ['packages/*', '!packages/old'] }),
      'packages/web/package.json': json({ name: '@shop/web', description: 'The shop', dependencies: { '@shop/kit': 'workspace:*', react: '^18' }, devDependencies: { tool: 'file:../tool' } }),
      'packages/kit/package.json': json({ name: '@shop/kit' }),
      'packages/tool/package.json': json({ name: 'other-name' }),
      'packages/old/package.json': json({ name: 'old' }),
      'examples/x/package.json': json({ name: 'example' }),
    });
    expect(names).toEqual(['kit (@shop/kit)', 'other-name', 'web (@shop/web)']);
    expect(edges).toEqual(['web → kit @ packages/web/package.json:5', 'web → other-name @ packages/web/package.json:9']);
    expect(required).toEqual(['web npm:react']);
    expect(provided).toEqual(['kit npm:@shop/kit', 'web npm:@shop/web', 'other-name npm:other-name']);
  });

  it('reads pnpm-workspace.yaml, and the object form of workspaces', () => {
    const member = { 'a/x/package.json': json({ name: 'x' }), 'b/package.json': json({ name: 'b' }) };
    expect(derived({ ...member, 'package.json': json({ name: 'root' }), 'pnpm-workspace.yaml': 'packages:\n  - "a/**"\n' }).names).toEqual(['x']);
    expect(derived({ ...member, 'package.json': json({ name: 'root', workspaces: { packages: ['b'] } }) }).names).toEqual(['b']);
  });

  it('takes every package where there is no workspace', () => {
    expect(derived({ 'package.json': json({ name: 'top' }), 'src/pay/package.json': json({ name: 'pay' }), 'x/package.json': json({ private: true }) }).names).toEqual(['pay', 'top']);
  });

  it('notices a package.json that is none', () => {
    expect(derived({ 'package.json': '[1]', 'a/package.json': '{"name": "a", // comments are fine\n}', 'b/package.json': '[{'.repeat(5_000) })).toMatchObject({
      names: ['a'],
      notices: ['b/package.json:1 This package.json is no JSON object; it is left out.', 'package.json:1 This package.json is no JSON object; it is left out.'],
    });
  });
});

describe('Go', () => {
  const mod = (path: string, rest = '') => `module ${path}\n\ngo 1.22\n${rest}`;

  it('finds modules, their requirements and replaced ones', () => {
    const { names, edges, required } = derived({
      'api/go.mod': mod('example.org/shop/api', 'require (\n\texample.org/shop/store/v2 v2.0.0 // indirect\n\texample.org/fork v1.0.0\n\tgithub.com/x/y v1.0.0\n)\nreplace example.org/fork => ../patched\n'),
      'store/go.mod': mod('example.org/shop/store/v2'),
      'patched/go.mod': mod('example.org/elsewhere/patched'),
    });
    expect(names).toEqual(['api (example.org/shop/api)', 'patched (example.org/elsewhere/patched)', 'store (example.org/shop/store/v2)']);
    expect(edges).toEqual(['api → patched @ api/go.mod:6', 'api → store @ api/go.mod:5']);
    expect(required).toEqual(['api go:github.com/x/y']);
  });

  it('takes only what a go.work uses', () => {
    const files = { 'go.work': 'go 1.22\nuse (\n\t./a\n\t./b\n)\nreplace example.org/z v1.0.0 => ./b\n', 'a/go.mod': mod('example.org/a', 'require example.org/z v1.0.0\n'), 'b/go.mod': mod('example.org/b'), 'c/go.mod': mod('example.org/c') };
    expect(derived(files)).toMatchObject({ names: ['a (example.org/a)', 'b (example.org/b)'], edges: ['a → b @ a/go.mod:4'] });
  });
});

describe('Cargo', () => {
  it('finds the members of a workspace, inherited and renamed dependencies', () => {
    const { names, edges, required } = derived({
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/out"]\n[workspace.dependencies]\nkit = { path = "crates/kit" }\n',
      'crates/app/Cargo.toml': '[package]\nname = "app"\n[dependencies]\nkit.workspace = true\nserde = "1"\n[dependencies.alias]\npackage = "renamed"\npath = "../renamed"\n[target."cfg(unix)".dev-dependencies]\ntesting = { path = "../testing" }\n',
      'crates/kit/Cargo.toml': '[package]\nname = "kit"\n',
      'crates/renamed/Cargo.toml': '[package]\nname = "renamed"\n',
      'crates/testing/Cargo.toml': '[package]\nname = "testing"\n',
      'crates/out/Cargo.toml': '[package]\nname = "out"\n',
    });
    expect(names).toEqual(['app', 'kit', 'renamed', 'testing']);
    expect(edges).toEqual(['app → kit @ crates/app/Cargo.toml:4', 'app → renamed @ crates/app/Cargo.toml:6', 'app → testing @ crates/app/Cargo.toml:10']);
    expect(required).toEqual(['app cargo:serde']);
  });

  it('notices what is no TOML', () => {
    expect(derived({ 'Cargo.toml': '[package]\nname = \n', 'a/Cargo.toml': `x = ${'['.repeat(50_000)}` }).notices).toEqual([
      'Cargo.toml:2 This file is not valid TOML; it is left out.',
      'a/Cargo.toml:1 This TOML file is nested too deeply; it is left out.',
    ]);
  });
});

describe('Python', () => {
  it('finds projects of uv and their workspace and path sources', () => {
    const { names, edges, required } = derived({
      'pyproject.toml': '[project]\nname = "app"\ndependencies = [\n  "Shop_Kit>=1",\n  "requests[security]; python_version > \'3\'",\n]\n[dependency-groups]\ndev = ["tools"]\n[tool.uv.sources]\nshop-kit = { workspace = true }\ntools = { path = "lib/tools" }\n[tool.uv.workspace]\nmembers = ["lib/*"]\n',
      'lib/kit/pyproject.toml': '[project]\nname = "shop.kit"\n',
      'lib/tools/pyproject.toml': '[project]\nname = "my-tools"\n',
    });
    expect(names).toEqual(['app', 'my-tools', 'shop.kit']);
    expect(edges).toEqual(['app → my-tools @ pyproject.toml:8', 'app → shop.kit @ pyproject.toml:4']);
    expect(required).toEqual(['app python:requests']);
  });

  it('finds projects of Poetry and their paths', () => {
    const files = {
      'a/pyproject.toml': '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.12"\nb = { path = "../b", develop = true }\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n',
      'b/pyproject.toml': '[tool.poetry]\nname = "b"\n',
      'c/pyproject.toml': '[tool.black]\nline-length = 100\n',
    };
    expect(derived(files)).toMatchObject({ names: ['a', 'b'], edges: ['a → b @ a/pyproject.toml:5'], required: ['a python:pytest'] });
  });
});

describe('Maven', () => {
  const pom = (artifact: string, rest = '') => `<?xml version="1.0"?>\n<project>\n  <parent><groupId>org.shop</groupId><artifactId>parent</artifactId></parent>\n  <artifactId>${artifact}</artifactId>\n${rest}</project>\n`;

  it('finds modules and what they need of each other', () => {
    const { names, edges, required } = derived({
      'pom.xml': '<project><groupId>org.shop</groupId><artifactId>parent</artifactId><packaging>pom</packaging><modules><module>api</module><module>core</module></modules></project>',
      'api/pom.xml': pom('api', '  <dependencies>\n    <dependency><groupId>${project.groupId}</groupId>\n      <artifactId>core</artifactId></dependency>\n    <dependency><groupId>junit</groupId><artifactId>junit</artifactId></dependency>\n  </dependencies>\n'),
      'core/pom.xml': pom('core', '  <name>The Core</name>\n'),
    });
    expect(names).toEqual(['api', 'core (The Core)']);
    expect(edges).toEqual(['api → core @ api/pom.xml:7']);
    expect(required).toEqual(['api maven:junit:junit']);
  });

  it('expands no entities and notices what is no XML', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<project><artifactId>&b;</artifactId></project>';
    expect(derived({ 'pom.xml': bomb }).names.join()).not.toContain('aaaa');
    expect(derived({ 'pom.xml': '<a>'.repeat(50_000) }).notices).toEqual(['pom.xml:1 This file is not valid XML and is left out: it is nested too deeply.']);
    expect(derived({ 'pom.xml': 'not xml at all' }).names).toEqual([]);
    // What the parser says there speaks of its own functions, and quotes the file.
    expect(derived({ 'pom.xml': '<project>\n<modules \u0015k="x\n' }).notices).toEqual(['pom.xml:1 This file is not valid XML and is left out: a tag is not closed.']);
  });
});

describe('Gradle', () => {
  it('finds the projects Groovy settings include and their project dependencies', () => {
    const { names, edges } = derived({
      'settings.gradle': "rootProject.name = 'shop'\n// include 'gone'\ninclude 'app', ':libs:kit'\ninclude(\n  'core'\n)\nincludeBuild 'build-logic'\nproject(':core').projectDir = file('modules/core')\n",
      'app/build.gradle': "dependencies {\n  implementation project(':libs:kit')\n  /* api project(':gone') */\n  testImplementation project(path: ':core', configuration: 'x')\n}\n",
      'libs/kit/build.gradle': '',
      'modules/core/build.gradle': "dependencies { api project(':libs:kit') }\n",
    });
    expect(names).toEqual(['app', 'core', 'kit (:libs:kit)']);
    expect(edges).toEqual(['app → core @ app/build.gradle:4', 'app → kit @ app/build.gradle:2', 'core → kit @ modules/core/build.gradle:1']);
  });

  it('finds the same in Kotlin, also through type-safe accessors', () => {
    const { names, edges, catalog } = derived({
      'settings.gradle.kts': 'rootProject.name = "shop"\ninclude(":app")\ninclude(":my-lib", ":deep:er")\n',
      'app/build.gradle.kts': 'dependencies {\n  implementation(projects.myLib)\n  implementation(project(":deep:er"))\n}\n',
      'my-lib/build.gradle.kts': '',
    });
    expect(names).toEqual(['app', 'er (:deep:er)', 'my-lib']);
    expect(edges).toEqual(['app → er @ app/build.gradle.kts:3', 'app → my-lib @ app/build.gradle.kts:2']);
    expect(catalog.entities.find((entity) => entity.name === 'er')?.declaredAt).toEqual({ path: 'settings.gradle.kts', line: 3 });
  });

  it('takes the root project when it includes none', () => {
    expect(derived({ 'svc/settings.gradle.kts': 'rootProject.name = "fraud-detection"\n' }).catalog.componentFolders).toEqual([{ folder: 'svc', entityRef: 'component:default/fraud-detection' }]);
  });
});

describe('.NET', () => {
  const project = (rest = '') => `<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n${rest}  </ItemGroup>\n</Project>\n`;

  it('finds the projects of a solution, their references and packages', () => {
    const { names, edges, required } = derived({
      'shop.sln': '\uFEFF\nProject("{F}") = "Cart", "src\\Cart.csproj", "{1}"\nEndProject\nProject("{F}") = "Tests", "tests\\Cart.Tests.csproj", "{2}"\nEndProject\n',
      'src/Cart.csproj': project(),
      'tests/Cart.Tests.csproj': project('    <PackageReference Include="xunit" Version="2" />\n    <ProjectReference Include="..\\src\\Cart.csproj" />\n'),
      'other/Other.fsproj': project(),
    });
    expect(names).toEqual(['Cart', 'Cart.Tests']);
    expect(edges).toEqual(['cart.tests → cart @ tests/Cart.Tests.csproj:4']);
    expect(required).toEqual(['cart.tests nuget:xunit']);
  });

  it('reads slnx, and takes all projects where there is no solution', () => {
    const files = { 'a/A.csproj': project(), 'b/B.vbproj': project() };
    expect(derived(files).names).toEqual(['A', 'B']);
    expect(derived({ ...files, 'x.slnx': '<Solution><Folder Name="/s/"><Project Path="b/B.vbproj" /></Folder></Solution>' }).names).toEqual(['B']);
  });
});

describe('Docker Compose', () => {
  it('finds services and depends_on in both forms, files as layers', () => {
    const { names, edges, catalog } = derived({
      'compose.yaml': 'services:\n  web:\n    build: ./web\n    depends_on:\n      - api\n  api:\n    build: {context: ., dockerfile: api/Dockerfile}\n    depends_on:\n      db: {condition: service_started}\n  db:\n    image: postgres\n',
      'compose.full.yaml': 'services:\n  api:\n    depends_on: [queue]\n  queue: {image: kafka}\n',
    });
    expect(names).toEqual(['api', 'db', 'queue', 'web']);
    expect(edges).toEqual(['api → db @ compose.yaml:9', 'api → queue @ compose.full.yaml:3', 'web → api @ compose.yaml:5']);
    expect(catalog.componentFolders).toEqual([
      { folder: 'api', entityRef: 'component:default/api' },
      { folder: 'web', entityRef: 'component:default/web' },
    ]);
  });
});

describe('all of them', () => {
  it('mark what they find as derived', () => {
    const { catalog } = derived({ 'compose.yaml': 'services: {a: {depends_on: [b]}, b: {}}\n' });
    expect([...catalog.entities.filter((entity) => entity.kind === 'component'), ...catalog.edges].every((found) => found.derived)).toBe(true);
  });

  it('speak of one component where name and folder agree, or a service has no folder', () => {
    const { names, edges } = derived({
      'src/pay/package.json': json({ name: 'pay' }),
      'src/pay/Cargo.toml': '[package]\nname = "pay"\n',
      'compose.yaml': 'services: {pay: {depends_on: [db]}, db: {}}\n',
    });
    expect(names).toEqual(['db', 'pay']);
    expect(edges).toEqual(['pay → db @ compose.yaml:1']);
  });

  it('call a second component of one name by its folder', () => {
    expect(derived({ 'b/tools/go.mod': 'module example.org/b/tools\n', 'a/tools/package.json': json({ name: 'tools' }) }).names).toEqual(['b-tools (example.org/b/tools)', 'tools']);
  });

  it('leave a folder to its package when Compose builds a service from it', () => {
    const { catalog } = derived({ 'web/package.json': json({ name: 'storefront' }), 'compose.yaml': 'services: {tests: {build: ./web}}\n' });
    expect(catalog.componentFolders).toEqual([{ folder: 'web', entityRef: 'component:default/storefront' }]);
  });

  it('say nothing where a component is declared, but of which packages the declared ones are', () => {
    const { names, provided, required } = derived({
      'web/catalog-info.yaml': backstage('Component', 'shop-web'),
      'web/package.json': json({ name: '@shop/web', dependencies: { react: '1' } }),
      'other/package.json': json({ name: 'other' }),
    });
    expect(names).toEqual(['shop-web']);
    expect(provided).toEqual(['shop-web npm:@shop/web']);
    expect(required).toEqual([]);
  });

  it('speak where only people and places are declared', () => {
    expect(derived({ 'catalog-info.yaml': backstage('Group', 'team'), 'package.json': json({ name: 'tool' }) }).names).toEqual(['tool']);
  });

  it('say nothing in test data', () => {
    expect(derived({ 'testdata/package.json': json({ name: 'fake' }), 'fixtures/a/go.mod': 'module a\n' }).names).toEqual([]);
  });

  it('are told by their names', () => {
    const yes = ['package.json', 'a/pnpm-workspace.yaml', 'go.mod', 'go.work', 'Cargo.toml', 'pyproject.toml', 'pom.xml', 'build.gradle.kts', 'settings.gradle', 'X.csproj', 'x.sln', 'x.slnx', 'compose.yaml', 'docker-compose.dev.yml', 'compose-test.yaml'];
    const no = ['package-lock.json', 'go.sum', 'mypom.xml', 'decompose.yaml', 'x.csproj.user', 'gradle.properties'];
    expect([...yes, ...no].filter(isManifestFile)).toEqual(yes);
  });
});
