import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { nodeDigest } from '../../src/adapters/nodeDigest';
import { DOCUMENT_FORMATS } from '../../src/contract/model';
import type { SecretScanner } from '../../src/ports/secretScanner';
import { REDACTION_MARK } from '../../src/text/redactionMark';
import { mayHoldSecret } from '../../src/text/secrets';
import { termsOf } from '../../src/text/terms';
import { contentKeyOf, parseContent } from '../../src/workspace/contents';
import { redactionNotices, REDACTION_NOTICES } from '../../src/workspace/redactionNotices';
import { withoutSecrets } from '../../src/workspace/withoutSecrets';
import { anySample, OWN_SAMPLES, proseWith, SAMPLES } from '../support/secretSamples';

const scanner = createSecretScanner({ debug: () => undefined, warn: () => undefined });
const failing: SecretScanner = { scan: async () => Promise.reject(new Error('no rules')) };

async function redacted(text: string) {
  const result = await withoutSecrets(scanner, text);
  if (result === 'unchecked') throw new Error('was not checked');
  return result;
}

const lineCount = (text: string): number => text.split(/\r\n?|\n/).length;
const [github] = fc.sample(SAMPLES['GITHUB_TOKEN']!, { numRuns: 1, seed: 2 });
const [pem] = fc.sample(SAMPLES['PrivateKey']!, { numRuns: 1, seed: 2 });

describe('withoutSecrets', () => {
  it('leaves no secret, keeps every line its number, and finds nothing in what it gave', async () => {
    await fc.assert(
      fc.asyncProperty(proseWith(anySample), async ({ text, samples }) => {
        const { text: rest, redactions } = await redacted(text);
        for (const { secret } of samples) expect(rest).not.toContain(secret);
        expect(lineCount(rest)).toBe(lineCount(text));
        expect(redactions?.count).toBeGreaterThan(0);
        expect(await redacted(rest)).toEqual({ text: rest, redactions: null });
      }),
      { numRuns: 300 },
    );
  });

  it('gives back any text that is put together of parts of secrets with as many lines, and changes it no more', async () => {
    const part = fc.oneof(
      anySample.chain(({ text }) => fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to)))),
      anySample.map(({ text }) => text),
      fc.constantFrom(' ', '\n', '\r', '\r\n', '"', '=', 'token: ', '://', '@', '-', '1', REDACTION_MARK),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const text = parts.join('');
        const { text: rest } = await redacted(text);
        expect(lineCount(rest)).toBe(lineCount(text));
        expect((await redacted(rest)).text).toBe(rest);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves prose as it is, without asking the scanner', async () => {
    const text = '# Rotate the token\n\nAsk the vault for a new password: it is shown once.\n';
    expect(await withoutSecrets(failing, text)).toEqual({ text, redactions: null });
  });

  it('takes a key out of its lines and leaves where it begins and ends', async () => {
    const { text, redactions } = await redacted(`Keep it:\n\n${pem!.text}\n`);
    const lines = text.split('\n');
    expect(lines[2]).toMatch(/BEGIN .*PRIVATE KEY/);
    expect(lines[3]).toBe(REDACTION_MARK);
    expect(lines.slice(4, -2).every((line) => line === '')).toBe(true);
    expect(lines.at(-2)).toMatch(/END .*PRIVATE KEY/);
    expect(redactions).toEqual({ count: 1, places: [{ line: 4, kind: 'private key' }] });
  });

  it('takes a value out wherever it stands once its name told what it is', async () => {
    const { secret } = fc.sample(SAMPLES['AWSSecretAccessKey']!, { numRuns: 1, seed: 4 })[0]!;
    const { text, redactions } = await redacted(`AWS_SECRET_ACCESS_KEY=${secret}\n\nThen sign with ${secret}.\n`);
    expect(text).toBe(`AWS_SECRET_ACCESS_KEY=${REDACTION_MARK}\n\nThen sign with ${REDACTION_MARK}.\n`);
    expect(redactions?.places.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('looks again at what came to stand beside what was taken out', async () => {
    // Too long for the first rule until the second has taken away its end.
    const [vault] = fc.sample(SAMPLES['HASHICORP_VAULT_SERVICE_TOKEN']!, { numRuns: 1, seed: 4 });
    const text = `${vault!.secret.slice(0, 4)}${'aB3'.repeat(30)}1${github!.secret}`;
    const { text: rest } = await redacted(text);
    expect(rest).toBe(REDACTION_MARK.repeat(2));
  });

  it('keeps the examples that documentation is known for', async () => {
    const text = `${'AKIA' + 'IOSFODNN7EXAMPLE'} and ${'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' + 'EXAMPLEKEY'}, ${'xoxb' + '-your-token'}\n`;
    expect(await redacted(text)).toEqual({ text, redactions: null });
  });

  it('does not give a text that could not be checked', async () => {
    expect(mayHoldSecret(github!.text)).toBe(true);
    expect(await withoutSecrets(failing, github!.text)).toBe('unchecked');
    // Even where our own rules alone would find something: what the others would find is not known.
    const [own] = fc.sample(OWN_SAMPLES['Google API key']!, { numRuns: 1, seed: 4 });
    expect(await withoutSecrets(failing, own!.text)).toBe('unchecked');
  });

  it('gives up on a scanner that finds something in whatever it is given', async () => {
    const endless: SecretScanner = { scan: async ({ length }) => [{ start: length - 1, end: length, kind: 'anything' }] };
    expect(await withoutSecrets(endless, 'PRIVATE KEY of ours')).toBe('unchecked');
  });
});

describe('the content of a document with a secret', () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('holds it in no title, heading, passage or term, nor any part of it, in every format', async () => {
    for (const format of DOCUMENT_FORMATS) {
      await fc.assert(
        fc.asyncProperty(anySample, async ({ text, secret }) => {
          fc.pre(!text.includes('\n'));
          const document = `---\ntitle: Rotate ${text} now\n---\n\n# Rotate ${text}\n\n## Use ${text}\n\nSend ${text} along.\n`;
          const content = await parseContent(scanner, { key: 'key', bytes: bytesOf(document), format });
          if (typeof content === 'string') throw new Error(content);
          const json = JSON.stringify(content);
          expect(json).not.toContain(secret);
          const terms = new Set(content.terms.dictionary);
          const others = new Set(termsOf(document.replaceAll(secret, ' ')));
          expect(termsOf(secret).filter((term) => terms.has(term) && !others.has(term) && term !== 'redact')).toEqual([]);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('keeps the lines of its passages', async () => {
    const content = await parseContent(scanner, { key: 'key', bytes: bytesOf(`# One\n\n${pem!.text}\n\n## Two\n\nAfter.\n`), format: 'markdown' });
    if (typeof content === 'string') throw new Error(content);
    const line = 3 + pem!.text.split('\n').length + 3;
    expect(content.passages.at(-1)).toMatchObject({ text: 'After.', lines: { start: line, end: line } });
    expect(content.redactions?.places).toEqual([{ line: 4, kind: 'private key' }]);
  });

  it('is none when it could not be checked', async () => {
    expect(await parseContent(failing, { key: 'key', bytes: bytesOf(github!.text), format: 'plain' })).toBe('unchecked');
  });

  it('is keyed by the bytes, and by how secrets are looked for', () => {
    const digest = { ...nodeDigest, sha256: (data: string | Uint8Array) => String(data) };
    expect(contentKeyOf(digest, 'digest', 'markdown')).toMatch(/secretlint-\d.*digest/s);
  });
});

describe('redactionNotices', () => {
  const file = (path: string, lines: number, count = lines) => ({
    path,
    count,
    places: Array.from({ length: lines }, (_, index) => ({ line: index + 1, kind: 'GitHub token' })),
  });

  it('says where and what kind, never what', () => {
    expect(redactionNotices([file('docs/a.md', 1)])).toEqual([
      { path: 'docs/a.md', line: 1, message: 'Text that looks like a secret (GitHub token) was left out.' },
    ]);
  });

  it('says how many there are of a file with more than are remembered', () => {
    expect(redactionNotices([file('a.md', 20, 500)]).at(-1)).toEqual({
      path: 'a.md',
      line: null,
      message: 'These are the first places; in all, 500 stretches of text that look like secrets were left out.',
    });
  });

  it('gives no more than so many of a repository, and counts the files that are left', () => {
    const notices = redactionNotices(Array.from({ length: REDACTION_NOTICES + 7 }, (_, index) => file(`${index}.md`, 1)));
    expect(notices).toHaveLength(REDACTION_NOTICES + 1);
    expect(notices.at(-1)).toEqual({ path: '', line: null, message: 'Text that looks like secrets was left out of 7 more files.' });
  });
});
