import path from 'node:path';
import { Command, CommanderError, Help } from 'commander';
import { errorReportOf, isWrongInput, WorkspaceContextError } from '../../contract/errors';
import type { ForegroundCommand } from '../../ports/foregroundCommand';
import { harmlessLine } from '../../workspace/harmlessText';
import type { WorkspaceScope, WorkspaceService } from '../../workspace/service';
import { wholeOutline } from '../../workspace/outlineRows';
import { type WatchedService, watchedService } from '../../workspace/watchedService';
import { clockOption, given, naming, numberOption, OptionError, type SharedOptions } from './options';
import { CODE_CONTEXT, codeArguments } from './codeCommand';
import { codeOutput } from './codeOutput';
import { expandOutput } from './expandOutput';
import { type IndexWatchPorts, watchIndex } from './indexWatch';
import { type McpOptions, type McpPorts, serveMcp } from './mcpCommand';
import { outlineOutput } from './outlineOutput';
import { packOutput } from './packOutput';
import { progressLine } from './progress';
import { runAndRecord } from './runCommand';
import { statusOutput } from './statusOutput';
import { paintFor } from './terminal';
import { announcing } from './unaskedFolder';
import { COORDINATOR, interruption, plainNotice, workspaceCodeArguments, type WorkspaceCodeOptions } from './workspaceCodeCommand';
import { workspaceCodeOutput } from './workspaceCodeOutput';

/** Exit codes of the CLI: answered (be it empty), anything unexpected, wrong input. */
const EXIT = { answered: 0, failed: 1, wrongInput: 2 } as const;

const RUN = 'run';

/** What the program is composed with. */
export interface CliPorts extends McpPorts, Pick<IndexWatchPorts, 'watcher'> {
  readonly stderr: NodeJS.WriteStream;
  readonly now: () => number;
  /** The folders of `--workspace` (none: the work tree around the current folder) as a scope. */
  readonly scopeOf: (paths: readonly string[]) => Promise<WorkspaceScope>;
  readonly openService: (scope: WorkspaceScope, options: { readonly embedInBackground: boolean }) => Promise<WorkspaceService>;
  /** Removes every index and recorded run of every workspace. */
  readonly clearIndexes: () => Promise<void>;
  readonly runCommand: ForegroundCommand;
}

interface AskOptions extends SharedOptions, WorkspaceCodeOptions {
  readonly limit: string | undefined;
  readonly asOf: string | undefined;
  readonly wait: boolean;
  readonly waitEmbeddings: boolean;
}

interface IndexOptions extends SharedOptions {
  readonly watch: boolean;
  readonly waitEmbeddings: boolean;
}

interface StatusOptions extends SharedOptions {
  readonly outline: boolean;
}

type RunOptions = Pick<SharedOptions, 'workspace' | 'json'>;

interface ExpandOptions extends SharedOptions {
  readonly depth: string | undefined;
  readonly direction: string | undefined;
  readonly edgeTypes: string | undefined;
  readonly limit: string | undefined;
  readonly asOf: string | undefined;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

function withSharedOptions(command: Command): Command {
  return command
    .option('--workspace <path>', 'a folder or a .code-workspace file; may be repeated', collect, [])
    .option('--json', 'print one JSON value and nothing else', false)
    .option('--now <time>', 'the clock of the score, as an ISO 8601 time')
    .option('--exclude <glob>', 'leave out what matches, below each repository; may be repeated', collect, [])
    .option('--epics <glob>', 'folders that hold one epic each, in place of the built-in ones; may be repeated', collect, [])
    .option('--no-embeddings', 'answer by words alone')
    .option('--model-folder <path>', "a folder with another embedding model, laid out as transformers.js wants it");
}

/** The scope that a command's options name. */
async function scopeFor(ports: CliPorts, options: SharedOptions): Promise<WorkspaceScope> {
  const scope = await ports.scopeOf(options.workspace);
  return {
    ...scope,
    exclude: [...scope.exclude, ...options.exclude],
    epicGlobs: options.epics.length > 0 ? options.epics : scope.epicGlobs,
    embeddings: {
      enabled: options.embeddings,
      modelFolder: options.modelFolder === undefined ? null : path.resolve(options.modelFolder),
    },
  };
}

async function open(ports: CliPorts, options: SharedOptions): Promise<WorkspaceService> {
  return ports.openService(await scopeFor(ports, options), { embedInBackground: false });
}

/** So long, in milliseconds, a core waits for the one before it, which may have an index to write that both use. */
const SETTLES_WITHIN = 1_000;

/** Ends when a core has written what it indexed, or has too much to do to be waited for. Never throws. */
async function settled(service: WorkspaceService): Promise<void> {
  let timeout: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timeout = setTimeout(resolve, SETTLES_WITHIN);
  });
  await Promise.race([leave(service), patience]);
  clearTimeout(timeout);
}

/** Ends what a core that nobody asks any more does in the background, and when that is written. Never throws. */
async function leave(service: WorkspaceService): Promise<void> {
  await service.holdEmbedding(null).catch(() => undefined);
  await service.idle().catch(() => undefined);
}

/** `mcp` over cores that are told of changes on disk as long as they are served. */
async function serveWatched(ports: CliPorts, options: McpOptions): Promise<void> {
  let served: WatchedService | null = null;
  const watch = await ports.watcher();
  try {
    await serveMcp(ports, options, async (folders, missing = []) => {
      const scope = await scopeFor(ports, { ...options, workspace: folders });
      const service = await ports.openService({ ...scope, folders: [...scope.folders, ...missing] }, { embedInBackground: true });
      await served?.unwatch();
      if (served !== null) await settled(served);
      served = watchedService(service, (onChange, onFailure) =>
        watch(scope.folders, onChange, (message) => {
          ports.stderr.write(`${message}\n`);
          onFailure(message);
        }),
      );
      return served;
    });
  } finally {
    const last = served as WatchedService | null;
    await last?.unwatch();
    if (last !== null) await leave(last);
  }
}

function print(ports: CliPorts, options: SharedOptions, value: unknown, text: string): void {
  ports.stdout.write(options.json ? `${JSON.stringify(value)}\n` : text);
}

/** Ends when the index is kept; what could not be, after the answer was given, is told on standard error. */
async function keepIndex(ports: CliPorts, service: WorkspaceService, told: readonly string[]): Promise<void> {
  for (const notice of await service.idle()) if (!told.includes(notice)) ports.stderr.write(`${harmlessLine(notice)}\n`);
}

/** How many documents there are in the workspace. */
async function documentsOf(service: WorkspaceService): Promise<number> {
  const { repositories } = await service.status();
  return repositories.reduce((sum, { documents }) => sum + documents, 0);
}

async function ask(ports: CliPorts, words: readonly string[], options: AskOptions): Promise<void> {
  const now = clockOption(options.now);
  const service = await open(ports, options);
  const progress = progressLine(ports.stderr);
  const pack = await naming(
    { limit: '--limit', asOf: '--as-of' },
    service.ask(
      { question: words.join(' '), ...given('limit', numberOption(options.limit)), ...given('asOf', options.asOf) },
      { wait: options.wait, now, waitForEmbeddings: options.waitEmbeddings },
      await announcing(ports.stderr, options, service, progress.show),
    ),
  );
  progress.clear();
  const documents = options.json || pack.passages.length > 0 || pack.indexedAt === null ? null : await documentsOf(service);
  print(ports, options, pack, packOutput(pack, documents, now ?? ports.now(), paintFor(ports.stdout, ports.env)));
  await keepIndex(ports, service, pack.notices);
}

/** The options of `ask` that were given, by what they go with. */
function givenTo(options: AskOptions): Readonly<Record<'question' | 'anyCode' | 'coordinator', readonly string[]>> {
  const { limit, asOf, waitEmbeddings, repo, payload, repoPayload, root, maxParallel, bytes, millis } = options;
  const names = (given: Readonly<Record<string, boolean>>): string[] => Object.keys(given).filter((name) => given[name] === true);
  return {
    question: names({ '--limit': limit !== undefined, '--as-of': asOf !== undefined, '--wait-embeddings': waitEmbeddings }),
    anyCode: names({ '--repo': repo.length > 0, '--payload': payload !== undefined }),
    coordinator: names({
      '--repo-payload': repoPayload.length > 0,
      '--root': root.length > 0,
      '--continue': options.continue.length > 0,
      '--max-parallel': maxParallel !== undefined,
      '--bytes': bytes !== undefined,
      '--millis': millis !== undefined,
    }),
  };
}

/** @throws WorkspaceContextError for an option that does not go with what `ask` is to ask. */
function refuseOthers(options: AskOptions, asked: 'question' | typeof CODE_CONTEXT | typeof COORDINATOR): void {
  const found = givenTo(options);
  const [ofQuestion] = asked === 'question' ? [] : found.question;
  if (ofQuestion !== undefined) throw new WorkspaceContextError('unknown-argument', `"${ofQuestion}" does not go with "ask ${asked}"; leave it out.`);
  const [ofCode] = asked === 'question' ? found.anyCode : [];
  if (ofCode !== undefined) {
    throw new WorkspaceContextError('unknown-argument', `"${ofCode}" goes with "ask ${CODE_CONTEXT}" and "ask ${COORDINATOR}" only; leave it out, or ask one of them.`);
  }
  const [ofCoordinator] = asked === COORDINATOR ? [] : found.coordinator;
  if (ofCoordinator === undefined) return;
  throw new WorkspaceContextError('unknown-argument', `"${ofCoordinator}" goes with "ask ${COORDINATOR}" only; leave it out, or ask that.`);
}

/** `ask code.context`. */
async function askCode(ports: CliPorts, options: AskOptions): Promise<void> {
  refuseOthers(options, CODE_CONTEXT);
  const now = clockOption(options.now);
  const args = await codeArguments(options);
  const service = await open(ports, options);
  const progress = progressLine(ports.stderr);
  const pack = await service.codeContext(args, { wait: options.wait, now }, {}, await announcing(ports.stderr, options, service, progress.show));
  progress.clear();
  print(ports, options, pack, codeOutput(pack, paintFor(ports.stdout, ports.env)));
  await keepIndex(ports, service, pack.notices);
}

/** `ask workspace.context`. @returns whether it was answered to its end. */
async function askWorkspaceCode(ports: CliPorts, options: AskOptions): Promise<boolean> {
  refuseOthers(options, COORDINATOR);
  const now = clockOption(options.now);
  const args = await workspaceCodeArguments(options);
  const service = await open(ports, options);
  const progress = progressLine(ports.stderr);
  const { signal, dispose } = interruption();
  const onNotice = (markdown: string): void => {
    progress.clear();
    ports.stderr.write(`${harmlessLine(plainNotice(markdown))}\n`);
  };
  try {
    const pack = await naming(
      { maxParallel: '--max-parallel', 'budget.bytes': '--bytes', 'budget.millis': '--millis' },
      service.workspaceCodeContext(args, { wait: options.wait, now }, { signal, onNotice }, progress.show),
    );
    progress.clear();
    print(ports, options, pack, workspaceCodeOutput(pack, paintFor(ports.stdout, ports.env)));
    if (!signal.aborted) await keepIndex(ports, service, []);
    return !signal.aborted;
  } finally {
    dispose();
  }
}

async function expand(ports: CliPorts, entityRef: string, options: ExpandOptions): Promise<void> {
  const now = clockOption(options.now);
  const service = await open(ports, options);
  const progress = progressLine(ports.stderr);
  const pack = await naming(
    { depth: '--depth', direction: '--direction', edgeTypes: '--edge-types', limit: '--limit', asOf: '--as-of' },
    service.expand(
      {
        entityRef,
        ...given('depth', numberOption(options.depth)),
        ...given('direction', options.direction),
        ...given('edgeTypes', options.edgeTypes?.split(',').map((type) => type.trim())),
        ...given('limit', numberOption(options.limit)),
        ...given('asOf', options.asOf),
      },
      { wait: true, now },
      await announcing(ports.stderr, options, service, progress.show),
    ),
  );
  progress.clear();
  print(ports, options, pack, expandOutput(pack, paintFor(ports.stdout, ports.env)));
  await keepIndex(ports, service, pack.notices);
}

async function showStatus(ports: CliPorts, options: StatusOptions): Promise<void> {
  const service = await open(ports, options);
  const status = await service.status();
  const paint = paintFor(ports.stdout, ports.env);
  const text = statusOutput(status, ports.now(), paint);
  if (!options.outline) {
    print(ports, options, status, text);
    return;
  }
  const outline = await wholeOutline(service);
  print(ports, options, { ...status, outline }, `${text}\n${outlineOutput(outline, paint)}`);
}

/** What else `ask` takes in place of a question, for the list of commands. */
const OTHER_QUESTIONS = [
  new Command(`ask ${CODE_CONTEXT}`).description('which declarations of one repository a task is about, with their lines'),
  new Command(`ask ${COORDINATOR}`).description('the same about one to eight repositories, each answered by itself'),
];

/** @param exitWith is told the exit code of a command that has one of its own. */
function programOf(ports: CliPorts, exitWith: (code: number) => void): Command {
  const program = new Command('workspace-context')
    .description('Ask your open repositories a question, and be answered with cited passages.')
    .version(ports.version)
    .configureHelp({
      // The descriptions say what holds without an option; commander would add `[]` and `false`.
      optionDescription: ({ description }) => description,
      visibleCommands: (command) => new Help().visibleCommands(command).flatMap((one) => (one.name() === 'ask' ? [one, ...OTHER_QUESTIONS] : [one])),
    })
    .enablePositionalOptions();

  withSharedOptions(program.command('ask').description('answer a question with ranked, cited passages'))
    .argument('<question...>', `the question, in plain language; or ${CODE_CONTEXT} or ${COORDINATOR}, which are about code`)
    .option('--limit <number>', 'how many passages, 1 to 25 (default 8)')
    .option('--as-of <time>', 'take the component graph as it was declared at this date or time')
    .option('--no-wait', 'answer at once from what is indexed, then finish the index')
    .option('--wait-embeddings', 'embed first what is not embedded yet', false)
    .option('--repo <id>', `with ${CODE_CONTEXT}: the repository to ask; with ${COORDINATOR}: one to eight, each with an option of its own`, collect, [])
    .option('--payload <file>', `with ${CODE_CONTEXT} and ${COORDINATOR}: a JSON file with the task and the other arguments of ${CODE_CONTEXT}`)
    .option('--repo-payload <id=file>', `with ${COORDINATOR}: arguments for one repository alone; may be repeated`, collect, [])
    .option('--root <id=path>', `with ${COORDINATOR}: the folder a repository has to be in; may be repeated`, collect, [])
    .option('--continue <id=cursor>', `with ${COORDINATOR}: where to go on in a repository; may be repeated`, collect, [])
    .option('--max-parallel <number>', `with ${COORDINATOR}: how many repositories are asked side by side, 1 to 4 (default 4)`)
    .option('--bytes <number>', `with ${COORDINATOR}: bytes of JSON for the whole answer (default 32768)`)
    .option('--millis <number>', `with ${COORDINATOR}: milliseconds for the whole answer (default 60000)`)
    .action(async (words: string[], options: AskOptions) => {
      if (words.length === 1 && words[0] === COORDINATOR) {
        if (!(await askWorkspaceCode(ports, options))) exitWith(EXIT.failed);
        return;
      }
      if (words.length === 1 && words[0] === CODE_CONTEXT) return askCode(ports, options);
      refuseOthers(options, 'question');
      await ask(ports, words, options);
    });

  withSharedOptions(program.command('expand').description('walk the component graph outward from an entity'))
    .argument('<entityRef>', 'kind:namespace/name, or a shorter form that only one entity has')
    .option('--depth <number>', 'how many edges away, 1 to 3 (default 1)')
    .option('--direction <direction>', 'out: what it depends on; in: what depends on it; both (default)')
    .option('--edge-types <types>', 'walk these relations only, separated by commas')
    .option('--limit <number>', 'how many edges, 1 to 100 (default 50)')
    .option('--as-of <time>', 'walk the graph as it was declared at this date or time')
    .action(async (entityRef: string, options: ExpandOptions) => expand(ports, entityRef, options));

  withSharedOptions(program.command('index').description('build or refresh the index'))
    .option('--watch', 'go on until stopped, and refresh whenever files change', false)
    .option('--wait-embeddings', 'embed every passage, too, so that questions find what is close in meaning', false)
    .action(async (options: IndexOptions) => {
      const progress = progressLine(ports.stderr);
      const scope = await scopeFor(ports, options);
      const service = await ports.openService(scope, { embedInBackground: options.watch });
      const status = await service.index(await announcing(ports.stderr, options, service, progress.show), { waitForEmbeddings: options.waitEmbeddings });
      progress.clear();
      print(ports, options, status, statusOutput(status, ports.now(), paintFor(ports.stdout, ports.env)));
      if (options.watch) await watchIndex(ports, service, scope.folders, options.json);
    });

  withSharedOptions(program.command('status').description('what is indexed, skipped and why'))
    .option('--outline', 'list the entities of each repository, too, and the documents of each entity', false)
    .action(async (options: StatusOptions) => showStatus(ports, options));

  withSharedOptions(program.command('mcp').description('serve the tools to an agent over standard input and output, or over HTTP'))
    .option('--http', 'listen on 127.0.0.1 instead, and print the address and the token to use', false)
    .option('--port <number>', 'with --http: this port and no other (default: the last one while it is free)')
    .action(async (options: McpOptions) => serveWatched(ports, options));

  program
    .command(RUN)
    .description('run a command in the current folder and record whether it succeeded')
    .usage('[options] -- <command> [args...]')
    .option('--workspace <path>', 'a folder or a .code-workspace file; may be repeated', collect, [])
    .option('--json', 'print one JSON value; what the command prints goes to standard error', false)
    .passThroughOptions()
    .argument('<command>', 'the command, run without a shell')
    .argument('[args...]', 'its arguments')
    .action(async (command: string, args: string[], options: RunOptions) => {
      const service = await ports.openService(await ports.scopeOf(options.workspace), { embedInBackground: false });
      exitWith(await runAndRecord(ports, service, { command, args }, options.json));
    });

  program
    .command('clear')
    .description('remove every index this program has made, and every recorded run')
    .option('--json', 'print one JSON value and nothing else', false)
    .action(async (options: { json: boolean }) => {
      await ports.clearIndexes();
      ports.stdout.write(options.json ? `${JSON.stringify({ cleared: true })}\n` : 'All indexes and recorded runs are removed.\n');
    });
  return program;
}

/** Commander's sentence without its own prefix, as one of our errors. */
function usageError(thrown: CommanderError): WorkspaceContextError {
  const sentence = thrown.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ').replace(/\.?$/, '.');
  return new WorkspaceContextError(
    thrown.code === 'commander.unknownCommand' ? 'unknown-command' : 'invalid-argument',
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} See workspace-context --help.`,
  );
}

/** Whether errors are to be JSON; what stands behind the command of `run` is that command's, not ours. */
function wantsJson(program: Command, args: readonly string[]): boolean {
  const run = program.commands.find((command) => command.name() === RUN);
  return args[0] === RUN ? run?.opts()['json'] === true : args.includes('--json');
}

/** Runs the CLI on its arguments (without `node` and the script) and returns its exit code; never throws. */
export async function runCli(args: readonly string[], ports: CliPorts): Promise<number> {
  let exitCode: number = EXIT.answered;
  const program = programOf(ports, (code) => {
    exitCode = code;
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: (text) => ports.stdout.write(text) });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.answered;
    if (thrown instanceof CommanderError && thrown.code === 'commander.help') {
      ports.stderr.write(program.helpInformation());
      return EXIT.wrongInput;
    }
    const error = thrown instanceof CommanderError ? usageError(thrown) : thrown;
    ports.log.debug(String(error instanceof Error ? error.stack : error));
    const report = errorReportOf(error);
    if (wantsJson(program, args)) ports.stdout.write(`${JSON.stringify(report)}\n`);
    else ports.stderr.write(`${harmlessLine(error instanceof OptionError ? error.typed : report.error.message)}\n`);
    return isWrongInput(error) ? EXIT.wrongInput : EXIT.failed;
  }
}
