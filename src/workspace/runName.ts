/** A recorded name is at most so long. */
const NAME_LENGTH = 40;
/** A longer word may be a key. */
const WORD_LENGTH = 24;
const TASK_WORDS = 4;

/** A word as subcommands, scripts and targets are named: no option, path, assignment, address or key. */
const PLAIN_WORD = /^[\p{L}][\p{L}\p{M}\p{N}]*(?:[-_.:][\p{L}\p{M}\p{N}]+)*$/u;
const LOWER_CASE = /\p{Ll}|\p{Lo}/u;
const COMMAND_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._+-]{0,39}$/u;

function isPlain(word: string): boolean {
  return word.length <= WORD_LENGTH && PLAIN_WORD.test(word) && LOWER_CASE.test(word);
}

/** The file name of a command without the endings that only Windows asks for. */
function baseNameOf(command: string): string {
  const name = command.split(/[\\/]/).pop() ?? '';
  return name.replace(/\.(?:exe|cmd|bat|com|ps1)$/i, '');
}

/**
 * What a command is called where its run is remembered, `npm test`: the command's base name, and its
 * first argument where that is a plain word (after `run` one more: `npm run build`). Nothing behind that
 * counts, nor options and assignments: a value may be a secret. Null when the command has no usable name.
 */
export function commandRunName(command: string, args: readonly string[]): string | null {
  const name = baseNameOf(command);
  if (!COMMAND_NAME.test(name)) return null;
  const words = args.slice(0, args[0] === 'run' ? 2 : 1);
  const foreign = words.findIndex((word) => !isPlain(word));
  return [name, ...(foreign < 0 ? words : words.slice(0, foreign))].join(' ');
}

/**
 * The same for a task of the editor: its name as far as that is plain words, with what contributed it
 * (`npm`) before it unless a person wrote it down (`Workspace`). Null when nothing plain is left.
 */
export function taskRunName(source: string, name: string): string | null {
  const words = name.trim().split(/\s+/);
  const foreign = words.findIndex((word) => !isPlain(word));
  const plain = words.slice(0, Math.min(TASK_WORDS, foreign < 0 ? words.length : foreign));
  const contributed = isPlain(source) && source.toLowerCase() !== 'workspace' ? [source] : [];
  const full = [...contributed, ...plain].join(' ');
  return full === '' ? null : full.slice(0, NAME_LENGTH).trim();
}
