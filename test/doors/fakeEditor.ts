/** As much of the editor's API as the tree, the index command and the session use; what is asked of it can be looked at. */

type Listener = (value: never) => void;

class EventEmitter {
  private readonly listeners = new Set<Listener>();
  readonly event = (listener: Listener): { dispose: () => void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: unknown): void {
    for (const listener of this.listeners) listener(value as never);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class Disposable {
  constructor(private readonly end: () => void) {}
  static from(...parts: { dispose: () => void }[]): Disposable {
    return new Disposable(() => parts.forEach((part) => part.dispose()));
  }
  dispose(): void {
    this.end();
  }
}

export interface FakeProvider {
  readonly onDidChangeTreeData: (listener: (node: unknown) => void) => unknown;
  getChildren(node?: unknown): Promise<{ id: string }[]>;
  getTreeItem(node: unknown): Promise<{ label: string; description: string }>;
}

/** What was registered and shown. */
export const editor = {
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  messages: [] as string[],
  view: { visible: true, description: '', message: undefined as string | undefined, visibility: new EventEmitter() },
  provider: null as FakeProvider | null,
  /** Presses the button of the progress that is shown. */
  cancel: (): void => undefined,
};

const nothing = (): { dispose: () => void } => ({ dispose: () => undefined });
const t = (text: string, ...values: unknown[]): string => text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

export const fakeVscode = {
  EventEmitter,
  Disposable,
  TreeItem: class {
    constructor(
      readonly label: string,
      readonly collapsibleState: number,
    ) {}
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ThemeIcon: class {},
  ThemeColor: class {},
  MarkdownString: class {
    constructor(readonly value: string) {}
  },
  ProgressLocation: { Notification: 15 },
  l10n: { t },
  commands: {
    registerCommand: (command: string, run: (...args: unknown[]) => unknown) => {
      editor.commands.set(command, run);
      return nothing();
    },
    executeCommand: async (...args: unknown[]) => void editor.executed.push(args),
  },
  window: {
    createTreeView: (_id: string, { treeDataProvider }: { treeDataProvider: FakeProvider }) => {
      editor.provider = treeDataProvider;
      return Object.assign(editor.view, { onDidChangeVisibility: editor.view.visibility.event, dispose: () => undefined });
    },
    withProgress: (_options: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) => {
      const cancelled = new EventEmitter();
      editor.cancel = () => cancelled.fire(undefined);
      return work({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: cancelled.event });
    },
    setStatusBarMessage: (message: string) => editor.messages.push(message),
    showInformationMessage: async (message: string) => void editor.messages.push(message),
    showErrorMessage: async (message: string) => void editor.messages.push(message),
    showWarningMessage: async (message: string) => void editor.messages.push(message),
  },
  workspace: {
    isTrusted: true,
    workspaceFile: undefined,
    workspaceFolders: [{ uri: { scheme: 'file', fsPath: '/shop' } }],
    getConfiguration: () => ({ get: () => undefined }),
    onDidChangeWorkspaceFolders: nothing,
    onDidGrantWorkspaceTrust: nothing,
    onDidChangeConfiguration: nothing,
    onDidSaveTextDocument: nothing,
    onDidCreateFiles: nothing,
    onDidDeleteFiles: nothing,
    onDidRenameFiles: nothing,
    createFileSystemWatcher: () => ({ onDidChange: nothing, onDidCreate: nothing, onDidDelete: nothing, dispose: () => undefined }),
  },
  RelativePattern: class {},
  Uri: { file: (path: string) => ({ scheme: 'file', fsPath: path }) },
};
