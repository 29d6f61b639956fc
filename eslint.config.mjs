import tseslint from 'typescript-eslint';

/**
 * Which rooms each room may import. Everything not listed is refused, so an import that goes
 * against the direction of docs/ARCHITECTURE.md fails the lint.
 */
const ROOMS = {
  contract: [],
  text: ['contract'],
  catalog: ['contract'],
  graph: ['contract'],
  ports: ['contract'],
  wording: ['contract'],
  ranking: ['contract', 'text'],
  code: ['contract', 'text', 'ports'],
  coordinator: ['contract', 'ports'],
  workspace: ['contract', 'text', 'catalog', 'graph', 'ranking', 'code', 'coordinator', 'ports', 'wording'],
  adapters: ['contract', 'text', 'ranking', 'ports', 'workspace/service'],
  webview: ['contract', 'text', 'wording'],
  'doors/cli': ['contract', 'workspace', 'ports', 'doors/mcp', 'wording'],
  'doors/mcp': ['contract', 'workspace', 'ports'],
  'doors/vscode': ['contract', 'workspace', 'ports', 'webview/messages', 'wording'],
};

/** Rooms that hold data in, data out: nothing of Node, of the editor or of the network. */
const PURE = ['contract', 'wording', 'text', 'catalog', 'graph', 'ranking', 'code', 'coordinator', 'workspace', 'ports'];

const DOORS = ['cli', 'mcp', 'vscode'];
const ALL = ['contract', 'wording', 'text', 'catalog', 'graph', 'ports', 'ranking', 'code', 'coordinator', 'workspace', 'adapters', 'webview', 'doors', 'composition'];

/** Matches a relative import that goes up and then into `room`, but for the files named in `exceptions`. */
const into = (room, exceptions) =>
  `^(\\.\\./)+${room}(/(?!(${exceptions.length > 0 ? exceptions.join('|') : '\\b\\B'})(/|$))|$)`;

const roomRules = Object.entries(ROOMS).map(([room, allowed]) => {
  const [house, own] = room.split('/');
  const forbidden = ALL.filter((other) => other !== house && !allowed.includes(other)).map((other) => ({
    regex: into(other, allowed.filter((name) => name.startsWith(`${other}/`)).map((name) => name.slice(other.length + 1))),
    message: `src/${room} may not import from src/${other}.`,
  }));
  const siblings = own === undefined ? [] : DOORS.filter((door) => door !== own && !allowed.includes(`${house}/${door}`)).map((door) => ({
    regex: into(door, []),
    message: `src/${room} may not import from src/${house}/${door}.`,
  }));
  const outside = PURE.includes(room)
    ? [{ regex: '^(node:|(vscode|fs|path|os|crypto|child_process|worker_threads|http|https|net|url)(/|$))', message: `src/${room} is pure: it reaches the machine through a port.` }]
    : room === 'doors/vscode'
      ? []
      : [{ regex: '^vscode$', message: 'Only src/doors/vscode knows the editor.' }];
  return {
    files: [`src/${room}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: [...forbidden, ...siblings, ...outside] }] },
  };
});

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.sample/', '.cache/', 'test/fixtures/', 'test-results/', '**/*.mjs', '**/*.cjs', 'webpack.config.js', 'test/vscode/driver/**'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Export by name.' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  ...roomRules,
);
