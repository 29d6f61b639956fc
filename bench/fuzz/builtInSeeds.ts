import type { Seed } from './seeds';

/*
 * What the fixtures have too little of: the formats but Markdown, and a manifest of every kind. So that a clone that has
 * nothing beside it fuzzes every reader, too.
 */

const seed = (path: string, text: string): Seed => ({ path, bytes: Buffer.from(text) });

/** Documents of every format. */
export const BUILT_IN_DOCUMENTS: readonly Seed[] = [
  seed('guide.md', '---\ntitle: Guide\ntags: [a, b]\n---\n# Guide\n\nIntroduction:\n\n- one\n- two\n  - inner\n\n| a | b |\n|---|---|\n| c | d |\n\n## Setup\n\n```sh\nnpm ci\n```\n\n> quoted\n> more\n\nSetext\n------\n\n<div>\n\ntext\n\n</div>\n\n[ref]: http://target "t"\n\n# Last\n'),
  seed('page.mdx', 'import { Card } from "./card"\n\nexport const meta = { title: "x" }\n\n# Hello {props.name}\n\n<Card title="a">\n\n## Inside\n\ntext {1 + 1}\n\n</Card>\n'),
  seed('manual.adoc', '= Manual\nAda <ada@example.org>\n:toc:\n\n== Install\n\nFirst.\n\n----\ncode\n== no heading\n----\n\n=== Details\n\n|===\n|a |b\n|c |d\n|===\n\n.. nested list\n* item\n** inner\n\n== Last\n'),
  seed('reference.rst', '=========\nReference\n=========\n\nIntro.\n\nInstall\n=======\n\n.. code-block:: sh\n\n   npm ci\n\nDetails\n-------\n\n+---+---+\n| a | b |\n+---+---+\n\n* item\n\nLast\n~~~~\n\nend\n'),
  seed('notes.txt', 'Notes\n\nThe payments service settles invoices nightly.\nRetries use exponential backoff.\n\n  indented\n\tand a tab\n'),
];

/** Catalog files and manifests of every kind. */
export const BUILT_IN_CATALOGS: readonly Seed[] = [
  seed('catalog-info.yaml', 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: web\n  title: Web\n  annotations:\n    backstage.io/techdocs-ref: dir:.\nspec:\n  type: service\n  owner: group:team-a\n  system: shop\n  dependsOn: [component:api, "resource:default/db"]\n  providesApis: [rest]\n  consumesApis: [events]\n  subcomponentOf: all\n---\nkind: Location\napiVersion: backstage.io/v1alpha1\nmetadata: { name: more }\nspec:\n  targets: [./other.yaml, "./deep/*.yaml"]\n---\nkind: User\napiVersion: backstage.io/v1alpha1\nmetadata: { name: ada }\nspec: { memberOf: [team-a] }\n---\nkind: Group\napiVersion: backstage.io/v1alpha1\nmetadata: { name: team-a }\nspec: { type: team, children: [team-b], parent: all, members: [ada] }\n'),
  seed('component.yaml', 'apiVersion: orun.io/v1\nkind: Component\nmetadata:\n  name: billing-worker\nspec:\n  type: worker\n  domain: money\n  system: billing\n  owner: team-a\n  dependsOn:\n    - state-worker\n    - component: api\n  docs:\n    overview: docs/overview.md\n    pages:\n      - path: docs/a.md\n        key: a\n        title: A\n        role: runbook\n'),
  seed('intent.yaml', 'apiVersion: orun.io/v1\nkind: Intent\nmetadata:\n  name: shop\nrepo:\n  title: Shop\n  docs:\n    overview: overview.md\ncomponents:\n  - name: web\n    path: apps/web\n    dependsOn: [{ component: api }]\n  - name: api\ncatalog:\n  entities:\n    - ref: component:default/web\n      title: Web shop\n      owner: team-b\n'),
  seed('mkdocs.yml', 'site_name: Docs\ndocs_dir: docs\nnav:\n  - Home: index.md\n  - Guide:\n      - a.md\n      - Deep: ["b.md", { C: c.md }]\nmarkdown_extensions:\n  - x: !!python/name:y.z\n'),
  seed('template.yaml', 'apiVersion: scaffolder.backstage.io/v1beta3\nkind: Template\nmetadata: { name: t }\nspec:\n  steps:\n    - action: fetch:template\n      input: { url: ./skeleton }\n'),
  seed('package.json', '{ "name": "@shop/web", "version": "1.0.0", "workspaces": ["apps/*", "packages/**", "!packages/x"], "dependencies": { "@shop/api": "workspace:*", "left-pad": "^1.0.0" }, "devDependencies": { "vite": "5" } }\n'),
  seed('pnpm-workspace.yaml', 'packages:\n  - apps/*\n  - "packages/**"\n  - "!**/test/**"\n'),
  seed('go.mod', 'module example.org/shop/api\n\ngo 1.22\n\nrequire (\n\texample.org/shop/kit v1.0.0\n\tgithub.com/x/y v0.1.0 // indirect\n)\n\nreplace example.org/shop/kit => ../kit\n'),
  seed('go.work', 'go 1.22\n\nuse (\n\t./api\n\t./kit\n)\n'),
  seed('Cargo.toml', '[workspace]\nmembers = ["crates/*"]\n\n[package]\nname = "engine"\nversion = "0.1.0"\n\n[dependencies]\nkit = { path = "../kit" }\nserde = "1"\n\n[target.\'cfg(unix)\'.dependencies]\nlibc = "0.2"\n'),
  seed('pyproject.toml', '[project]\nname = "jobs"\ndependencies = ["kit>=1", "requests"]\n\n[tool.uv.sources]\nkit = { workspace = true }\n\n[tool.poetry.dependencies]\npython = "^3.11"\n'),
  seed('pom.xml', '<?xml version="1.0"?>\n<project><groupId>org.shop</groupId><artifactId>parent</artifactId><version>1</version><modules><module>api</module><module>web</module></modules><dependencies><dependency><groupId>org.shop</groupId><artifactId>api</artifactId></dependency></dependencies></project>\n'),
  seed('settings.gradle', "rootProject.name = 'shop'\ninclude 'api', ':web:core'\nincludeBuild '../kit'\nproject(':api').projectDir = file('services/api')\n"),
  seed('build.gradle.kts', 'dependencies {\n  implementation(project(":api"))\n  api(projects.web.core)\n}\n'),
  seed('shop.sln', 'Microsoft Visual Studio Solution File, Format Version 12.00\nProject("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "Api", "src\\Api\\Api.csproj", "{11111111-1111-1111-1111-111111111111}"\nEndProject\n'),
  seed('Api.csproj', '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><ProjectReference Include="..\\Kit\\Kit.csproj" /><PackageReference Include="X" Version="1" /></ItemGroup></Project>\n'),
  seed('docker-compose.yml', 'services:\n  web:\n    build: ./web\n    depends_on: [api]\n  api:\n    build: { context: ./api }\n    depends_on:\n      db: { condition: service_healthy }\n  db:\n    image: postgres\nx-a: &a { b: 1 }\n'),
];
