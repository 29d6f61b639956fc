import * as vscode from 'vscode';
import type { Follower } from '../../workspace/service';
import type { ToolProgress } from './toolFollowing';
import { messageOf } from './errorMessage';
import type { Writing } from './tokenBudget';
import { visibleLine } from '../../wording/visibleText';

/**
 * How answers become text takes a while to load, so it lies in a file of its own until the first call; and that call starts
 * the worker, so it is left to the turn after: the two together would hold up whoever else runs in the extension host.
 */
const loadWriting = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return import(/* webpackChunkName: "writing" */ './toolWriting');
};
type ToolWriting = Awaited<ReturnType<typeof loadWriting>>;

/** A language-model tool, apart from how VS Code wants it. */
export interface OfferedTool<Arguments, Pack> {
  readonly name: string;
  /** What is asked for, as far as the unchecked arguments say; shown to the person. */
  readonly subjectOf: (args: Partial<Record<keyof Arguments, unknown>> | undefined) => string;
  /** Sentences with `{0}` where the subject goes. */
  readonly progress: string;
  readonly confirmation: { readonly title: string; readonly message: string };
  /** @param follower whoever follows the call while it runs. */
  readonly call: (args: Arguments, follower: Follower) => Promise<Pack>;
  readonly writingOf: (writing: ToolWriting) => Writing<Pack>;
}

/** Rejects with the editor's own cancellation as soon as the caller gives up. */
function unlessCancelled<Value>(work: Promise<Value>, token: vscode.CancellationToken): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new vscode.CancellationError());
    if (token.isCancellationRequested) cancel();
    const subscription = token.onCancellationRequested(cancel);
    work.then(resolve, reject).finally(() => subscription.dispose());
  });
}

/** The sentence with the subject in quotes, as text on one line: nothing in it is taken for Markdown, nor for a paragraph of ours. */
function about(sentence: string, subject: string): vscode.MarkdownString {
  const [before = '', after = ''] = sentence.split('{0}');
  return new vscode.MarkdownString(`${before}“`).appendText(visibleLine(subject).trim()).appendMarkdown(`”${after}`);
}

/**
 * Registers a language-model tool. A caller with a token budget (a chat) gets the text form within it.
 * One without (another extension) gets the answer itself beside the text, as a part of JSON; Copilot
 * Chat would drop such a part.
 */
export function registerTool<Arguments extends object, Pack extends object>(
  tool: OfferedTool<Arguments, Pack>,
): vscode.Disposable {
  return vscode.lm.registerTool<Arguments>(tool.name, {
    prepareInvocation: ({ input }) => {
      const subject = tool.subjectOf(input);
      return {
        invocationMessage: about(tool.progress, subject),
        confirmationMessages: { title: tool.confirmation.title, message: about(tool.confirmation.message, subject) },
      };
    },
    invoke: async ({ input, tokenizationOptions }, token, toolProgress?: ToolProgress) => {
      let end = (): void => undefined;
      try {
        const loaded = await loadWriting();
        const followed = loaded.following(token, toolProgress);
        ({ end } = followed);
        const pack = await unlessCancelled(tool.call(input, followed.follower), token);
        const writing = tool.writingOf(loaded);
        if (tokenizationOptions === undefined) {
          return new vscode.LanguageModelToolResult([
            new vscode.LanguageModelTextPart(writing.textOf(pack)),
            vscode.LanguageModelDataPart.json(pack, 'application/json'),
          ]);
        }
        const { tokenBudget, countTokens } = tokenizationOptions;
        const text = await loaded.textWithinBudget(pack, tokenBudget, writing, (part) => countTokens(part, token));
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } catch (thrown) {
        if (thrown instanceof vscode.CancellationError) throw thrown;
        throw new Error(messageOf(thrown));
      } finally {
        end();
      }
    },
  });
}
