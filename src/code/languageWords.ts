import type { RepositoryPath } from '../contract/model';
import { termsOf } from '../text/terms';
import { languageOfCode } from './codeFiles';

/** What people call a language or what runs it, by the names that `languages.ts` has for it, where its files' endings do not say it already. */
const WORDS: Readonly<Record<string, string>> = {
  bash: 'shell',
  cpp: 'cxx',
  csharp: 'dotnet csharp',
  elixir: 'elixir',
  go: 'golang',
  javascript: 'javascript nodejs',
  kotlin: 'kotlin',
  powershell: 'powershell',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
  solidity: 'solidity',
  tsx: 'typescript',
  typescript: 'typescript nodejs',
};

const LANGUAGES_OF_TERM: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const languages = new Map<string, Set<string>>();
  for (const [language, words] of Object.entries(WORDS)) {
    for (const term of termsOf(words)) languages.set(term, (languages.get(term) ?? new Set()).add(language));
  }
  return languages;
})();

/** Whether a term of a task names the language of a file; null where it names no language. */
export function languageTestOf(term: string): ((path: RepositoryPath) => boolean) | null {
  const languages = LANGUAGES_OF_TERM.get(term);
  return languages === undefined ? null : (path) => languages.has(languageOfCode(path)?.name ?? '');
}
