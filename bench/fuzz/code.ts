import { decodeCode, encodeCode } from '../../src/adapters/store/codeSegmentFormat';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { languageOfCode } from '../../src/code/codeFiles';
import type { Language } from '../../src/code/languages';
import { readCode } from '../../src/code/readCode';
import { type CodeContent, FIELD_BITS } from '../../src/contract/codeModel';
import { SYMBOL_KINDS } from '../../src/contract/codeTool';
import type { CodeParser } from '../../src/ports/codeParser';
import { decodeText } from '../../src/text/decode';
import { withoutSecrets } from '../../src/workspace/withoutSecrets';
import { realParser } from '../../test/code/realParser';
import type { Sample } from '../../test/support/secretSamples';
import { drawnSample, withSample } from './documents';
import { linesOfText } from './documentLaws';
import { type CaseResult, digestOf, type Fuzzer, shrunk, thrownFinding } from './fuzzer';
import { mutated } from './mutate';
import { randomOf } from './random';
import type { Seed } from './seeds';

const scanner = createSecretScanner({ debug: () => undefined, warn: () => undefined });
const SECRET_SHARE = 0.1;
const AGAIN_SHARE = 0.25;

/** What does not hold of units that were read of a text. */
export function brokenUnitLaws(text: string, { units, dictionary, imports }: CodeContent): string[] {
  const count = linesOfText(text).length;
  const broken: string[] = [];
  for (const [index, { name, kind, line, endLine, signature, terms, uses }] of units.entries()) {
    const label = `unit ${index + 1} (${kind}, lines ${line}-${endLine})`;
    if (!(line >= 1 && endLine >= line && endLine <= count)) broken.push(`${label} lies outside of the file's ${count} lines`);
    if (!SYMBOL_KINDS.includes(kind)) broken.push(`${label} is of no kind there is`);
    if (/[\r\n]/.test(name)) broken.push(`${label} has a name of several lines`);
    if (/[\r\n]/.test(signature)) broken.push(`${label} has a signature of several lines`);
    if (terms.some((term) => dictionary[term >>> FIELD_BITS] === undefined)) broken.push(`${label} has a term that is not in the dictionary`);
    if (new Set(terms.map((term) => term >>> FIELD_BITS)).size !== terms.length) broken.push(`${label} has a term twice`);
    if (uses.some(([, at]) => !(at >= 1 && at <= count))) broken.push(`${label} uses something on a line the file does not have`);
  }
  if (imports.some((statement) => /[\r\n]/.test(statement))) broken.push('an import has a line break');
  if (units.length > count + text.length) broken.push(`${units.length} units of ${text.length} units of text`);
  return broken;
}

async function checkCode(parser: CodeParser, language: Language, bytes: Uint8Array, sample: Sample | null, again: boolean): Promise<{ outcome: string; findings: string[] }> {
  try {
    const decoded = decodeText(bytes);
    if ('fault' in decoded) return { outcome: 'skipped: binary', findings: [] };
    const checked = await withoutSecrets(scanner, decoded.text);
    if (checked === 'unchecked') return { outcome: 'skipped: unchecked', findings: [] };
    const content = await readCode(parser, language, checked.text, checked.redactions);
    const findings = brokenUnitLaws(checked.text, content);
    const stored = decodeCode(encodeCode(content));
    if (stored === null || digestOf(stored) !== digestOf(content)) findings.push('what is stored is not what was read');
    if (again && digestOf(await readCode(parser, language, checked.text, checked.redactions)) !== digestOf(content)) findings.push('the same text gave something else the second time');
    const isUtf8 = bytes[0] !== 0xff && bytes[0] !== 0xfe && bytes[0] !== 0;
    if (sample !== null && isUtf8 && JSON.stringify(content).includes(JSON.stringify(sample.secret).slice(1, -1))) findings.push('a secret was not left out');
    return { outcome: `parsed: ${content.reading}`, findings };
  } catch (thrown) {
    return { outcome: 'threw', findings: [thrownFinding(thrown)] };
  }
}

/** Files of code, mutated, read by their grammars. */
export function codeFuzzer(seed: string, seeds: readonly Seed[]): Fuzzer {
  const parser = realParser();
  const byLanguage = new Map<Language, Seed[]>();
  for (const one of seeds) {
    const language = languageOfCode(one.path);
    if (language !== null) byLanguage.set(language, [...(byLanguage.get(language) ?? []), one]);
  }
  const languages = [...byLanguage.keys()];
  const all = seeds.map(({ bytes }) => bytes);
  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/code/${number}`);
      const language = random.pick(languages);
      const { bytes: original } = random.pick(byLanguage.get(language) ?? seeds);
      const from = random.chance(0.7) ? 0 : random.below(original.length);
      const changed = mutated(original.subarray(from, from + 200 + random.size(16_000)), random, all);
      const sample = random.chance(SECRET_SHARE) ? drawnSample(random) : null;
      const bytes = sample === null ? changed : withSample(changed, sample, random);
      const again = random.chance(AGAIN_SHARE);
      const { outcome, findings } = await checkCode(parser, language, bytes, sample, again);
      const failsAlike = async (shorter: Uint8Array): Promise<boolean> =>
        (sample === null || Buffer.from(shorter).includes(sample.text)) && (await checkCode(parser, language, shorter, sample, again)).findings.length > 0;
      return { subject: `code: ${language.syntaxes.length === 0 ? 'by lines' : 'by grammar'}`, outcome, findings, input: async () => shrunk(bytes, failsAlike) };
    },
  };
}
