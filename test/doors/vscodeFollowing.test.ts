import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Follower } from '../../src/workspace/service';

interface Registered {
  invoke(options: unknown, token: unknown, progress?: unknown): Promise<unknown>;
}

const editor = vi.hoisted(() => ({ registered: null as unknown, shown: [] as string[], windows: 0, ended: 0 }));

vi.mock('vscode', () => ({
  lm: {
    registerTool: (_name: string, tool: unknown) => {
      editor.registered = tool;
      return { dispose: () => undefined };
    },
  },
  window: {
    withProgress: (_options: unknown, task: (progress: { report(step: { message: string }): void }) => Promise<void>) => {
      editor.windows += 1;
      return task({ report: ({ message }) => editor.shown.push(message) }).then(() => {
        editor.ended += 1;
      });
    },
  },
  ProgressLocation: { Window: 10 },
  CancellationError: class extends Error {},
  MarkdownString: class {
    constructor(readonly value: string) {}
  },
  LanguageModelToolResult: class {
    constructor(readonly parts: unknown[]) {}
  },
  LanguageModelTextPart: class {
    constructor(readonly value: string) {}
  },
  LanguageModelDataPart: { json: (value: unknown) => value },
}));

const { registerTool } = await import('../../src/doors/vscode/languageModelTool');

/** A cancellation as the editor gives it. */
function cancellation() {
  const listeners = new Set<() => void>();
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return {
    token,
    listeners,
    cancel: () => {
      token.isCancellationRequested = true;
      for (const listener of listeners) listener();
    },
  };
}

function toolThat(call: (follower: Follower) => Promise<object>): Registered {
  registerTool<object, object>({
    name: 'tool',
    subjectOf: () => '',
    progress: '{0}',
    confirmation: { title: '', message: '{0}' },
    call: (_args, follower) => call(follower),
    writingOf: () => ({ textOf: () => 'text', fitted: (pack) => pack }),
  });
  return editor.registered as Registered;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => Object.assign(editor, { shown: [], windows: 0, ended: 0 }));

describe('a language-model tool that is followed by the editor', () => {
  it('shows each notice while it runs, in the status bar, and nothing afterwards', async () => {
    const tool = toolThat(async ({ onNotice }) => {
      onNotice?.('**workspace.context** asks code.context about `api` (1 of 2)');
      onNotice?.('**workspace.context** asks code.context about `web` (2 of 2)');
      await settle();
      expect([editor.windows, editor.ended]).toEqual([1, 0]);
      return {};
    });
    await tool.invoke({ input: {} }, cancellation().token);
    await settle();
    expect(editor.shown).toEqual(['workspace.context asks code.context about api (1 of 2)', 'workspace.context asks code.context about web (2 of 2)']);
    expect([editor.windows, editor.ended]).toEqual([1, 1]);
  });

  it('shows them with the tool itself, as Markdown, where the editor can', async () => {
    const reported: unknown[] = [];
    const tool = toolThat(async ({ onNotice }) => {
      onNotice?.('**one**');
      return {};
    });
    await tool.invoke({ input: {} }, cancellation().token, { report: (step: unknown) => reported.push(step) });
    expect(reported).toEqual([{ message: { value: '**one**' } }]);
    expect(editor.windows).toBe(0);
  });

  it('shows nothing where there is nothing to tell', async () => {
    await toolThat(async () => ({})).invoke({ input: {} }, cancellation().token);
    await settle();
    expect(editor.windows).toBe(0);
  });

  it('is told that the caller gave up, before or meanwhile, and lets go of the editor', async () => {
    for (const isBefore of [true, false]) {
      const { token, listeners, cancel } = cancellation();
      if (isBefore) cancel();
      let signal: AbortSignal | undefined;
      const tool = toolThat(async (follower) => {
        ({ signal } = follower);
        if (!isBefore) setImmediate(cancel);
        return new Promise((resolve) => (isBefore ? resolve({}) : follower.signal?.addEventListener('abort', () => resolve({}))));
      });
      await expect(tool.invoke({ input: {} }, token)).rejects.toThrow();
      await settle();
      expect(signal?.aborted).toBe(true);
      expect(listeners.size).toBe(0);
    }
  });
});
