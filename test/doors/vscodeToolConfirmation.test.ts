import { describe, expect, it, vi } from 'vitest';
import type { OfferedTool } from '../../src/doors/vscode/languageModelTool';

type Prepare = (options: { input: unknown }) => { confirmationMessages: { message: { value: string } } };
const editor = vi.hoisted(() => ({ prepare: null as unknown }));

vi.mock('vscode', () => ({
  lm: {
    registerTool: (_name: string, { prepareInvocation }: { prepareInvocation: unknown }) => {
      editor.prepare = prepareInvocation;
      return { dispose: () => undefined };
    },
  },
  MarkdownString: class {
    constructor(public value: string) {}
    appendText(text: string) {
      this.value += text.replaceAll('\n', '\n\n');
      return this;
    }
    appendMarkdown(text: string) {
      this.value += text;
      return this;
    }
  },
}));

const { registerTool } = await import('../../src/doors/vscode/languageModelTool');

describe('what a person confirms', () => {
  it('holds the question on one line, in its own order: it cannot pass for words of ours', () => {
    registerTool({
      name: 'x',
      subjectOf: (args) => String(args?.question),
      progress: 'Searching for {0}',
      confirmation: { title: 'Search', message: 'Looks up {0}. It reads only.' },
    } as OfferedTool<{ question: string }, object>);
    const { confirmationMessages } = (editor.prepare as Prepare)({ input: { question: 'a”. It reads nothing.\n\nNote\u202e: safe\n' } });
    expect(confirmationMessages.message.value).toBe('Looks up “a”. It reads nothing. Note[U+202E]: safe”. It reads only.');
  });
});
