/**
 * The part of the real-editor test that runs in the extension host. The test drops `request-N.json`
 * into the folder WORKSPACE_CONTEXT_DRIVER names; the driver does what it says and answers with
 * `response-N.json`.
 */
const fs = require('node:fs');
const path = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');
const { timeActivations } = require('./activationTimes');
const { createHostRecorder } = require('./hostRecorder');
const { registerSilentModel } = require('./silentModel');

/** The extension under test; the editor without it is measured, too. */
const EXTENSION = 'workspace-context.workspace-context';
/** One that does nothing, to compare with. */
const EMPTY = 'workspace-context.workspace-context-test-empty';

/** Those of the two that are installed. */
const measured = () => [EXTENSION, EMPTY].map((id) => vscode.extensions.getExtension(id)).filter(Boolean);
const activations = timeActivations(
  measured().map(({ id, extensionPath, packageJSON }) => ({ id, main: path.join(extensionPath, packageJSON.main) })),
);

const POLL_MILLISECONDS = 50;

const partsOf = (result) =>
  result.content.map((part) => {
    if (part instanceof vscode.LanguageModelTextPart) return { type: 'text', value: part.value };
    if (part instanceof vscode.LanguageModelDataPart) {
      return { type: 'data', mimeType: part.mimeType, value: Buffer.from(part.data).toString('utf8') };
    }
    return { type: 'other' };
  });

/** Counts words: a stand-in for a model's tokens that the test can count again. */
const countWords = async (text) => text.split(/\s+/).filter(Boolean).length;

const ACTIONS = {
  tools: async () =>
    vscode.lm.tools
      .filter((tool) => tool.name.startsWith('workspace_'))
      .map(({ name, description, inputSchema, tags }) => ({ name, description, inputSchema, tags: [...tags] })),
  /** Names of all tools there are, those of MCP servers included. */
  toolNames: async () => vscode.lm.tools.map(({ name }) => name),
  /** Calls a tool as an agent does; `words` gives it a budget. */
  invokeTool: async ({ name, input, words }) => {
    const tokenizationOptions = words === undefined ? undefined : { tokenBudget: words, countTokens: countWords };
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined, tokenizationOptions });
    return { parts: partsOf(result) };
  },
  command: async ({ command, args }) => (await vscode.commands.executeCommand(command, ...(args ?? []))) ?? null,
  /** What the active text editor shows; lines are 1-based. */
  editor: async () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return null;
    const { selection } = editor;
    return {
      path: editor.document.uri.fsPath,
      start: selection.start.line + 1,
      end: selection.end.line + 1,
      visible: editor.visibleRanges.map((range) => [range.start.line + 1, range.end.line + 1]),
    };
  },
  /** Changes a user setting, as the settings page does. */
  setting: async ({ key, value }) => {
    await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
    return null;
  },
  /** Runs a task of the test group in a folder, which ends with `exitCode`; answers with the exit code it had. */
  runTask: async ({ name, cwd, exitCode }) => {
    const execution = new vscode.ProcessExecution(process.execPath, ['-e', `process.exit(${exitCode})`], { cwd });
    const [folder] = vscode.workspace.workspaceFolders;
    const task = new vscode.Task({ type: 'process' }, folder, name, 'driver', execution);
    task.group = vscode.TaskGroup.Test;
    const ended = new Promise((resolve) => {
      const subscription = vscode.tasks.onDidEndTaskProcess((event) => {
        if (event.execution.task.name !== name) return;
        subscription.dispose();
        resolve(event.exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    return ended;
  },
  /** The process of the extension host, for a test that ends it. */
  processId: async () => process.pid,
  clipboard: async () => vscode.env.clipboard.readText(),
  isTrusted: async () => vscode.workspace.isTrusted,
  /** Registers a language model that says nothing, without which the chat hands nothing to anyone. */
  offerModel: async () => {
    silentModel ??= registerSilentModel();
    return null;
  },
  /** How often it was asked. */
  modelCalls: async () => silentModel?.asked() ?? 0,
  /** Begins to record what the extension host goes through. */
  startRecording: async () => {
    await hostRecorder().start();
    return null;
  },
  /** Ends the record and answers with it; milliseconds and bytes. */
  stopRecording: async ({ profileFile }) => hostRecorder().stop(profileFile),
  /** What loading and activating took, in milliseconds, of each of the two that is installed. */
  activations: async () => activations,
  /** The editor's own page of how it started, which names what every extension took. */
  startupPerformance: async () => {
    await vscode.commands.executeCommand('perfview.show');
    const page = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf');
    return page?.getText() ?? '';
  },
  /** Opens folders in this window, and closes others. */
  changeFolders: async ({ start, close, open }) =>
    vscode.workspace.updateWorkspaceFolders(start, close, ...open.map((folder) => ({ uri: vscode.Uri.file(folder) }))),
  folders: async () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
  /** The text of a document that is open. */
  documentText: async ({ scheme }) => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === scheme)?.getText() ?? null,
  /** The longest the extension host was blocked while a command ran (milliseconds). */
  commandWithDelay: async ({ command, args }) => {
    const histogram = monitorEventLoopDelay({ resolution: 5 });
    histogram.enable();
    await new Promise((resolve) => setTimeout(resolve, 200));
    histogram.reset();
    await vscode.commands.executeCommand(command, ...(args ?? []));
    histogram.disable();
    return { longest: histogram.max / 1e6, p99: histogram.percentile(99) / 1e6 };
  },
};

let silentModel = null;
let recorder = null;
const hostRecorder = () => {
  recorder ??= createHostRecorder(vscode.extensions.getExtension(EXTENSION)?.extensionPath ?? null);
  return recorder;
};

const answer = async (request) => {
  try {
    return { value: await ACTIONS[request.action](request) };
  } catch (error) {
    return { error: { name: error?.name, message: String(error?.message ?? error) } };
  }
};

exports.activate = (context) => {
  const folder = process.env.WORKSPACE_CONTEXT_DRIVER;
  if (!folder) return;
  const taken = new Set();
  const poll = () => {
    for (const name of fs.readdirSync(folder)) {
      const number = /^request-(\d+)\.json$/.exec(name)?.[1];
      if (number === undefined || taken.has(number)) continue;
      taken.add(number);
      // The editor may have started this anew.
      if (fs.existsSync(path.join(folder, `response-${number}.json`))) continue;
      const request = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      void answer(request).then((response) => {
        const target = path.join(folder, `response-${number}.json`);
        fs.writeFileSync(`${target}.new`, JSON.stringify(response));
        fs.renameSync(`${target}.new`, target);
      });
    }
  };
  // This one is loaded before the others, to see them being loaded.
  const begin = () => {
    if (measured().some(({ isActive }) => !isActive)) return;
    clearInterval(beginning);
    const timer = setInterval(poll, POLL_MILLISECONDS);
    context.subscriptions.push({ dispose: () => clearInterval(timer) });
    fs.writeFileSync(path.join(folder, 'ready'), '');
  };
  const beginning = setInterval(begin, POLL_MILLISECONDS);
  context.subscriptions.push({ dispose: () => clearInterval(beginning) });
};
