import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodePack } from '../../src/contract/codeTool';
import type { ContextPack } from '../../src/contract/tools';
import type { AskOptions } from '../../src/workspace/service';
import { fakeEmbedder } from '../../test/workspace/fakeEmbedding';
import { NOON, nodeService, type TestService } from '../../test/workspace/nodeService';
import { writeTree } from '../../test/workspace/temporaryTree';
import { type CaseResult, digestOf, type Fuzzer, thrownFinding } from './fuzzer';
import { type Random, randomOf } from './random';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nfrobnicate the shop, and settle invoices nightly\n',
  'docs/a.md': '# A\n\nfrobnicate a with retries\n\n## Leases\n\nA lease is good for frobnicate ninety seconds.\n',
  'docs/b.md': '# B\n\nfrobnicate b\n',
  'catalog-info.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: web }\nspec: { type: service, owner: team-a, dependsOn: ["component:api"] }\n',
  'src/retry.ts': '/** Tries a charge again. */\nexport function retryCharge(times: number): number {\n  return times;\n}\n',
  'src/lease.py': 'def take_lease(seconds):\n    """Takes a lease."""\n    return seconds\n',
};

const QUESTION = { question: 'frobnicate retries lease', limit: 25 };
const OPTIONS: AskOptions = { wait: true, now: NOON, waitForEmbeddings: true };
const NOBODY = 65_534;

/** Ways to damage a file. `other` is another file of the index. */
type Damage = (file: string, random: Random, other: string) => void;

const rewritten = (file: string, change: (bytes: Buffer) => Uint8Array): void => writeFileSync(file, change(readFileSync(file)));

const DAMAGES: Readonly<Record<string, Damage>> = {
  'a bit flipped': (file, random) =>
    rewritten(file, (bytes) => {
      if (bytes.length > 0) {
        const at = random.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
      }
      return bytes;
    }),
  'bytes changed': (file, random) =>
    rewritten(file, (bytes) => {
      for (let times = 1 + random.size(200); times > 0 && bytes.length > 0; times -= 1) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }),
  'cut off': (file, random) => rewritten(file, (bytes) => bytes.subarray(0, random.below(bytes.length))),
  'begun too late': (file, random) => rewritten(file, (bytes) => bytes.subarray(1 + random.below(bytes.length))),
  'too long': (file, random) => rewritten(file, (bytes) => Buffer.concat([bytes, bytes.subarray(random.below(bytes.length))])),
  empty: (file) => writeFileSync(file, ''),
  zeroed: (file) => rewritten(file, (bytes) => Buffer.alloc(bytes.length)),
  'a stretch zeroed': (file, random) =>
    rewritten(file, (bytes) => {
      const at = random.below(bytes.length);
      return bytes.fill(0, at, Math.min(bytes.length, at + random.size(4_096)));
    }),
  'something else': (file) => writeFileSync(file, 'not an index'),
  'another file of the index': (file, _random, other) => cpSync(other, file),
  gone: (file) => rmSync(file),
  'an empty folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  'a folder with a file': (file) => {
    rmSync(file);
    writeTree(file, { 'mine.txt': 'mine' });
  },
  'a link that leads nowhere': (file) => {
    rmSync(file);
    symlinkSync(path.join(path.dirname(file), 'nowhere'), file);
  },
  unreadable: (file) => chmodSync(file, 0),
};

/** Links need rights on Windows, and nothing is unreadable there in this way. */
const NAMES = Object.keys(DAMAGES).filter((name) => process.platform !== 'win32' || !/link|unreadable/.test(name));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name))] : []))
    .sort();
}

/** What is compared of an answer: everything but when the index was looked at. */
const passagesOf = (pack: ContextPack): string => digestOf([pack.passages, pack.nearest, pack.neighborhood]);
const symbolsOf = (pack: CodePack): string => digestOf([pack.symbols, pack.related, pack.tests, pack.snippets]);

/** Without the bonus of a run that cannot be read any more. */
function withoutRun(pack: ContextPack): ContextPack {
  const passages = pack.passages.map((row) => {
    const why = row.why.filter(({ factor }) => factor !== 'runHealth');
    return { ...row, why, score: Number(why.reduce((sum, { contribution }) => sum + contribution, 0).toFixed(9)) };
  });
  return { ...pack, passages };
}

interface Answers {
  readonly passages: string;
  readonly passagesWithoutRun: string;
  readonly symbols: string;
  readonly edges: string;
}

async function answersOf(service: TestService, repo: string): Promise<{ answers: Answers; pack: ContextPack; notices: string[] }> {
  const pack = await service.ask(QUESTION, OPTIONS);
  const code = await service.codeContext({ repo, task: 'retry a charge, take a lease', mode: 'plan' }, OPTIONS);
  const edges = await service.expand({ entityRef: 'web' }, OPTIONS);
  const answers = { passages: passagesOf(pack), passagesWithoutRun: passagesOf(withoutRun(pack)), symbols: symbolsOf(code), edges: digestOf([edges.nodes, edges.edges]) };
  return { answers, pack, notices: [...pack.notices, ...code.notices, ...edges.notices] };
}

/** Runs as an ordinary user where this process is of root, whom no permission stops; the folders are that user's then. */
async function asOrdinaryUser<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return work();
  for (const folder of folders) {
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) chownSync(path.join(folder, name), NOBODY, NOBODY);
  }
  process.seteuid(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}

/** Damaged files of an index, one at a time: of every kind, in every way. The next ask has to be right or to say what is wrong. */
export async function damageFuzzer(seed: string, place: string): Promise<Fuzzer> {
  const folder = mkdtempSync(path.join(place, 'damage-'));
  // An ordinary user has to come as far as the index to be refused there.
  for (const passed of [place, folder]) chmodSync(passed, 0o711);
  const root = path.join(folder, 'shop');
  writeTree(root, FILES);
  const whole = path.join(folder, 'whole');
  const open = (home: string): TestService => nodeService([root], { home, embedder: fakeEmbedder() });

  const first = open(whole);
  await first.recordRun(root, { verdict: 'succeeded', name: 'npm test', endedAt: new Date(NOON - 60_000).toISOString() });
  await answersOf(first, 'shop');
  // Confirmed once more, so that every kind of file there is lies in the folder.
  await first.index();
  await first.idle();
  const right = (await answersOf(open(whole), 'shop')).answers;
  const files = filesBelow(whole).filter((name) => !/\.(?:lock|tmp)$/.test(name));
  const kinds = [...new Set(files.map((name) => path.extname(name)))].sort();

  const problemsWith = async (home: string, kind: string): Promise<{ outcome: string; findings: string[] }> => {
    const findings: string[] = [];
    const isRight = (answers: Answers, who: string): void => {
      const passages = kind === '.json' ? answers.passagesWithoutRun === right.passagesWithoutRun : answers.passages === right.passages;
      if (!passages) findings.push(`${who} is answered with other passages`);
      if (answers.symbols !== right.symbols) findings.push(`${who} is answered with other symbols`);
      if (answers.edges !== right.edges) findings.push(`${who} is answered with other edges`);
    };
    const service = open(home);
    const atOnce = await service.ask(QUESTION, { wait: false, now: NOON });
    const isLabelled = atOnce.degraded.length > 0;
    if (!isLabelled && passagesOf(kind === '.json' ? withoutRun(atOnce) : atOnce) !== (kind === '.json' ? right.passagesWithoutRun : right.passages)) findings.push('the first question is answered wrongly and says nothing of it');
    const { answers, notices } = await answersOf(service, 'shop');
    isRight(answers, 'the second question');
    const said = [...atOnce.notices, ...notices, ...(await service.idle())].join(' ');
    if (said.includes(folder) || said.includes(home)) findings.push(`a path of the machine is told: ${said.slice(0, 200)}`);
    const later = open(home);
    isRight((await answersOf(later, 'shop')).answers, 'a later process');
    await later.idle();
    const left = filesBelow(home).filter((name) => /\.(?:lock|tmp)$/.test(name));
    if (left.length > 0) findings.push(`"${path.basename(left[0] as string).replace(/^[0-9a-f]+/, '…')}" is left`);
    return { outcome: said !== '' ? 'right, and says what is wrong' : isLabelled ? 'rebuilt' : 'right at once', findings };
  };

  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/damage/${number}`);
      const kind = kinds[number % kinds.length] as string;
      const name = NAMES[Math.floor(number / kinds.length) % NAMES.length] as string;
      const file = random.pick(files.filter((one) => path.extname(one) === kind));
      const other = random.pick(files.filter((one) => one !== file));
      const home = path.join(mkdtempSync(path.join(place, 'damaged-')), 'index');
      cpSync(whole, home, { recursive: true, preserveTimestamps: true });
      const damage = async (): Promise<{ outcome: string; findings: string[] }> => {
        DAMAGES[name]?.(path.join(home, file), random, path.join(home, other));
        return problemsWith(home, kind);
      };
      const result = await (name === 'unreadable' ? asOrdinaryUser([path.dirname(home), root], damage) : damage()).catch((thrown: unknown) => ({ outcome: 'threw', findings: [thrownFinding(thrown)] }));
      if (existsSync(home) && statSync(home).isDirectory()) rmSync(path.dirname(home), { recursive: true, force: true });
      return { subject: `damage: ${kind}`, ...result, findings: result.findings.map((finding) => `(${name}) ${finding}`), input: async () => `${file}: ${name}` };
    },
  };
}
