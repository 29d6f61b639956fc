import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { REDACTION_VERSION } from '../../src/text/redaction';
import { mayHoldSecret, secretsIn } from '../../src/text/secrets';
import { PROJECT } from '../support/cli';
import { OWN_SAMPLES, proseWith, SAMPLES } from '../support/secretSamples';

const scanner = createSecretScanner({ debug: () => undefined, warn: () => undefined });

/** Rules that find no secret in a text: one reads files, one silences the others. */
const NO_FINDERS = /-(?:gcp|filter-comments)$/;

/** The messages that secretlint's rules report for a text, ours left aside; account numbers are no secrets. */
function reported(text: string): string[] {
  const messages: string[] = [];
  for (const rule of rules) {
    if (NO_FINDERS.test(rule.meta.id)) continue;
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
        report: ({ message }) => messages.push(message.messageId),
        ignore: () => undefined,
      },
      { enableIDScanRule: true },
    );
    void handler.file?.({ content: text, filePath: undefined, ext: '' } as never);
  }
  return messages;
}

const coveredIn = (spans: readonly { start: number; end: number }[], text: string, secret: string): boolean => {
  const at = text.indexOf(secret);
  return spans.some(({ start, end }) => start <= at && end >= at + secret.length);
};

describe('the rules of secretlint', () => {
  it('each have a sample below for each of their messages (a new rule needs a mark in mayHoldSecret)', () => {
    const ids = rules.flatMap((rule) => (NO_FINDERS.test(rule.meta.id) ? [] : Object.keys(rule.messages)));
    // A rule for files of the name .npmrc alone; in other files the token is found by its form or its name.
    expect(new Set(ids.filter((id) => id !== 'Npmrc_authToken'))).toEqual(new Set(Object.keys(SAMPLES)));
  });

  it('are of the version that contents are keyed by', () => {
    const manifest = JSON.parse(
      readFileSync(path.join(PROJECT, 'node_modules/@secretlint/secretlint-rule-preset-recommend/package.json'), 'utf8'),
    ) as { version: string };
    expect(REDACTION_VERSION).toContain(`secretlint-${manifest.version}`);
  });

  it.each(Object.keys(SAMPLES))('%s: what is reported may hold a secret, by the test that stands before the rules', (id) => {
    fc.assert(
      fc.property(SAMPLES[id]!, ({ text }) => {
        expect(reported(text)).toContain(id);
        if (id !== 'AWSAccountID') expect(mayHoldSecret(text)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('report nothing that the test before them lets pass, in whatever is put together of their parts', () => {
    const part = fc.oneof(
      ...Object.values(SAMPLES).map((sample) => fc.tuple(sample, fc.nat(60), fc.nat(60)).map(([{ text }, from, cut]) => text.slice(from % 9, text.length - (cut % 7)))),
      fc.constantFrom(' ', '\n', '"', '=', ': ', '/', '@', '.', '-', '_', 'key', 'secret_access_key', 'é', '\u00a0'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const text = parts.join('');
        if (reported(text).some((id) => id !== 'AWSAccountID')) expect(mayHoldSecret(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the scanner', () => {
  it.each(Object.keys(SAMPLES).filter((id) => id !== 'AWSAccountID'))('%s: all of the secret is found, by the scanner or our own rules', async (id) => {
    await fc.assert(
      fc.asyncProperty(proseWith(SAMPLES[id]!), async ({ text, samples }) => {
        const spans = [...(await scanner.scan(text)), ...secretsIn(text)];
        for (const { secret } of samples) expect(coveredIn(spans, text, secret)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it.each(Object.keys(OWN_SAMPLES))('%s: found by our own rules alone, under that name', (kind) => {
    fc.assert(
      fc.property(OWN_SAMPLES[kind]!, ({ text, secret }) => {
        const spans = secretsIn(text).filter((span) => span.kind === kind);
        // A value drawn at random may, rarely, look like words.
        fc.pre(kind !== 'random value named as a secret' || spans.length > 0);
        expect(coveredIn(spans, text, secret)).toBe(true);
        expect(mayHoldSecret(text)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('takes the value of an AWS secret access key, where the rule names a range that ends within it', async () => {
    const secret = fc.sample(SAMPLES['AWSSecretAccessKey']!, { numRuns: 1, seed: 7 })[0]!;
    const [span] = await scanner.scan(secret.text);
    expect(secret.text.slice(span?.start, span?.end)).toBe(secret.secret);
  });

  it('takes no account number for a secret, and listens to no comment that would silence it', async () => {
    expect(await scanner.scan('accountId: 123456789012')).toEqual([]);
    const [sample] = fc.sample(SAMPLES['GITHUB_TOKEN']!, { numRuns: 1, seed: 3 });
    expect(await scanner.scan(`<!-- secretlint-disable -->\n${sample!.text}\n`)).toHaveLength(1);
  });

  it('answers the same when it is asked many times at once', async () => {
    const texts = fc.sample(proseWith(SAMPLES['GITHUB_TOKEN']!), { numRuns: 20, seed: 1 }).map(({ text }) => text);
    const alone = [];
    for (const text of texts) alone.push(await scanner.scan(text));
    expect(await Promise.all(texts.map((text) => scanner.scan(text)))).toEqual(alone);
  });

  it('leaves no marks behind in the timeline of the process, which is kept for good', async () => {
    const before = performance.getEntries().length;
    for (let time = 0; time < 20; time += 1) await scanner.scan('nothing');
    expect(performance.getEntries().length).toBe(before);
  });
});
