import fc from 'fast-check';
import { nodeDigest } from '../../src/adapters/nodeDigest';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import type { ContentTerms, DocumentFormat, PassageContent } from '../../src/contract/model';
import type { StoredContent } from '../../src/ports/store';
import { withoutDataUris } from '../../src/text/dataUris';
import { decodeText } from '../../src/text/decode';
import { formatOf } from '../../src/text/formats';
import { termsOf } from '../../src/text/terms';
import { contentKeyOf, parseContent } from '../../src/workspace/contents';
import { withoutSecrets } from '../../src/workspace/withoutSecrets';
import { anySample, type Sample } from '../../test/support/secretSamples';
import { brokenPassageLaws } from './documentLaws';
import { type CaseResult, digestOf, type Fuzzer, shrunk, thrownFinding } from './fuzzer';
import { mutated } from './mutate';
import { type Random, randomOf } from './random';
import type { Seed } from './seeds';

const SILENT = { debug: () => undefined, warn: () => undefined };
const scanner = createSecretScanner(SILENT);

/** A secret is put into so many of the documents. */
const SECRET_SHARE = 0.15;
/** The same text with other line ends has to give the same; so many are tried. */
const LINE_END_SHARE = 0.2;

/** A document to be split. */
export interface DocumentCase {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** A secret in it, on lines of its own. */
  readonly sample: Sample | null;
}

/** A sample drawn by the case's own number, so that it is the same again; it is written down nowhere. */
export function drawnSample(random: Random): Sample {
  return fc.sample(anySample, { seed: random.below(2 ** 31), numRuns: 1 })[0] as Sample;
}

/** The bytes with a secret on lines of its own, at the end of some line. */
export function withSample(bytes: Buffer, sample: Sample, random: Random): Buffer {
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []));
  const at = ends.length === 0 ? bytes.length : random.pick(ends);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`\n\n${sample.text}\n\n`), bytes.subarray(at)]);
}

/** Whether the bytes are read as UTF-8: only then is what was put into them the text that was meant. */
function isUtf8(bytes: Uint8Array): boolean {
  return !((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0));
}

/** Where the secret can be found in what was made of a document. */
function holdsSecret({ title, passages, terms }: Pick<StoredContent, 'title' | 'passages' | 'terms'>, { secret }: Sample): boolean {
  const texts = passages.flatMap(({ headings, text }) => [...headings, text]);
  return [title ?? '', ...texts].some((text) => text.includes(secret)) || terms.dictionary.some((term) => term.includes(secret.toLowerCase()));
}

/** Terms of passages that are not those of their headings and text. */
function brokenTermLaws(passages: readonly PassageContent[], { dictionary, entries, counts }: ContentTerms): string[] {
  if (counts.length !== passages.length) return [`there are terms of ${counts.length} passages, not of ${passages.length}`];
  if (new Set(dictionary).size !== dictionary.length) return ['a term is numbered twice'];
  let from = 0;
  for (const [index, { headings, text }] of passages.entries()) {
    const own = entries.subarray(from, (from += counts[index] as number));
    const found = new Set(Array.from(own, (entry) => dictionary[entry >>> 1]));
    const expected = new Set([...headings, text].flatMap((part) => termsOf(part)));
    if (own.length !== found.size) return [`passage ${index + 1} has a term twice`];
    if (found.size !== expected.size || [...expected].some((term) => !found.has(term))) return [`the terms of passage ${index + 1} are not those of its headings and text`];
  }
  return from === entries.length ? [] : ['there are terms of no passage'];
}

/** Splits a document as the product does, and says what is wrong with what came of it. */
export async function checkDocument({ format, bytes, sample }: DocumentCase, alsoWithLineEnds = false): Promise<{ outcome: string; findings: string[] }> {
  const key = contentKeyOf(nodeDigest, nodeDigest.sha256(bytes), format);
  try {
    const content = await parseContent(scanner, { key, format, bytes });
    const again = await parseContent(scanner, { key, format, bytes });
    const findings = digestOf(content) === digestOf(again) ? [] : ['the same bytes gave something else the second time'];
    if (typeof content === 'string') return { outcome: `skipped: ${content}`, findings };
    const decoded = decodeText(bytes);
    if ('fault' in decoded) return { outcome: 'parsed', findings: ['bytes that are no text were split'] };
    const checked = await withoutSecrets(scanner, withoutDataUris(decoded.text));
    if (checked === 'unchecked') return { outcome: 'parsed', findings: ['a text was split that could not be checked'] };
    findings.push(...brokenPassageLaws(checked.text, format, content), ...brokenTermLaws(content.passages, content.terms));
    if (sample !== null && isUtf8(bytes) && holdsSecret(content, sample)) findings.push('a secret was not left out');
    if (alsoWithLineEnds && checked.redactions === null && !decoded.text.includes('\r')) {
      for (const lineEnd of ['\r\n', '\r']) {
        const other = await parseContent(scanner, { key, format, bytes: Buffer.from(decoded.text.replaceAll('\n', lineEnd)) });
        if (digestOf(other) !== digestOf(content)) findings.push(`with the line end ${JSON.stringify(lineEnd)} it gave something else`);
      }
    }
    const outcome = content.passages.length === 0 ? 'parsed: no passage' : checked.redactions === null ? 'parsed' : 'parsed, secrets left out';
    return { outcome, findings };
  } catch (thrown) {
    return { outcome: 'threw', findings: [thrownFinding(thrown)] };
  }
}

/** Documents of every format, mutated. */
export function documentFuzzer(seed: string, seeds: readonly Seed[]): Fuzzer {
  const byFormat = new Map<DocumentFormat, Seed[]>();
  for (const one of seeds) {
    const format = formatOf(one.path);
    if (format !== null) byFormat.set(format, [...(byFormat.get(format) ?? []), one]);
  }
  const formats = [...byFormat.keys()];
  const all = seeds.map(({ bytes }) => bytes);
  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/documents/${number}`);
      // Half of what there is, and half of what is met most, is Markdown.
      const format = random.chance(0.4) ? 'markdown' : random.pick(formats);
      const { bytes: original } = random.pick(random.chance(0.9) ? (byFormat.get(format) ?? seeds) : seeds);
      // Mostly a stretch: what is done to it shows in a short text as well, and many more are done in the time.
      const from = random.chance(0.5) ? 0 : random.below(original.length);
      const stretch = original.subarray(from, from + (random.chance(0.9) ? 200 + random.size(4_000) : original.length));
      const changed = mutated(stretch, random, all);
      const sample = random.chance(SECRET_SHARE) ? drawnSample(random) : null;
      const bytes = sample === null ? changed : withSample(changed, sample, random);
      const alsoWithLineEnds = random.chance(LINE_END_SHARE);
      const { outcome, findings } = await checkDocument({ format, bytes, sample }, alsoWithLineEnds);
      const [first] = findings;
      const failsAlike = async (shorter: Uint8Array): Promise<boolean> =>
        (sample === null || Buffer.from(shorter).includes(sample.text)) &&
        (await checkDocument({ format, bytes: shorter, sample }, alsoWithLineEnds)).findings.some((finding) => kindOf(finding) === kindOf(first ?? ''));
      return { subject: format, outcome, findings, input: async () => shrunk(bytes, failsAlike) };
    },
  };
}

/** A finding without what differs from text to text. */
function kindOf(finding: string): string {
  return finding.replace(/\d+/g, '#');
}
