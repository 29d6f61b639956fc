import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABELLED_KIND } from '../../src/text/labelledSecrets';
import { isPlaceholder } from '../../src/text/secretValues';
import { mayHoldSecret, secretsIn } from '../../src/text/secrets';
import { keyBody, pemOf } from '../support/secretSamples';

/** What is found of a text, in order. */
const found = (text: string): string[] =>
  secretsIn(text)
    .sort((left, right) => left.start - right.start)
    .map(({ start, end }) => text.slice(start, end));

// Drawn once for all of the tests; capitals, small letters and digits in turn.
const VALUE = ['q7R', 'x2V', 'k9T', 'm4W', 'b8N', 'z3H', 'p6D'].join('');
const HEXADECIMAL = ['9f3c', '1b7e', 'a04d', '58e6'].join('').repeat(2);
const BODY = fc.sample(keyBody, { numRuns: 1, seed: 11 })[0]!;

describe('a value that is named as a secret', () => {
  it.each([
    `API_TOKEN=${VALUE}`,
    `token: ${VALUE}`,
    `"clientSecret": "${VALUE}"`,
    `\\"password\\": \\"${VALUE}\\"`,
    `api-key = '${VALUE}'`,
    `"accessKey" => "${VALUE}"`,
    'AWS\\_SECRET\\_ACCESS\\_KEY=' + VALUE,
    `- name: DB_PASSWORD\n  value: ${VALUE}`,
    `{ "name": "API_KEY", "value": "${VALUE}" }`,
    `deploy --registry-password ${VALUE} --yes`,
    `curl -H "Authorization: Bearer ${VALUE}"`,
    `define('DB_PASSWORD', '${VALUE}');`,
    `os.environ.setdefault("API_TOKEN", "${VALUE}")`,
    `ALTER ROLE billing WITH PASSWORD '${VALUE}';`,
    `CREATE USER billing IDENTIFIED BY '${VALUE}';`,
    `https://acme.io/hook?access_token=${VALUE}&x=1`,
    `**Password:** \`${VALUE}\``.replace('**Password:**', 'Password:'),
  ])('is found in %s', (text) => {
    expect(found(text)).toEqual([VALUE]);
    expect(mayHoldSecret(text)).toBe(true);
  });

  it('is found in hexadecimal, as `openssl rand -hex` gives it, unless it is named as a digest', () => {
    expect(found(`session_secret: ${HEXADECIMAL}`)).toEqual([HEXADECIMAL]);
    expect(found(`token-hash: ${HEXADECIMAL}`)).toEqual([]);
    expect(found(`secretSha256: ${HEXADECIMAL}`)).toEqual([]);
  });

  it.each([
    ['a word', 'password: hunter2'],
    ['a sentence', 'The password: it is kept in the vault of the platform team.'],
    ['a variable', 'API_TOKEN=$ACME_PLATFORM_API_TOKEN_2'],
    ['a reference', 'token: ${{ secrets.ACME_PLATFORM_TOKEN_V2 }}'],
    ['a placeholder', 'token: <your-platform-api-token-42>'],
    ['a placeholder of dashes', 'token: your-Platform-Api-Token-42-Here'],
    ['a name', 'secretName: billing-worker-database-credentials-v2'],
    ['a name in camel case', 'tokenProvider: BillingWorkerOAuth2TokenProvider'],
    ['a path', 'password-file: /run/secrets/billing/DbPassword2024'],
    ['a dotted name', 'secret: secretsmanager.eu-central-1.amazonaws.com'],
    ['a message about a token', `log("token", "billingWorkerOAuth2TokenProvider")`],
    ['a name beside it', `t('password', 'settings.account.Password2.label')`],
    ['a UUID', `token: ${['8f14e45f', 'ceea', '467f', 'a6d3', '2f1c9a7b5e40'].join('-')}`],
    ['an x', `token: ${'x'.repeat(32)}`],
    ['a commit', `Fixed in ${HEXADECIMAL.slice(0, 40).padEnd(40, '0')}, see the token docs.`],
    ['a digest', `image: acme/auth@sha256:${HEXADECIMAL}${HEXADECIMAL}`],
    ['a page of a listing', `"NextToken": "${VALUE}"`],
    ['where a listing goes on', `--starting-token ${VALUE}`],
    ['a certificate', `certificate-authority-data: ${VALUE}`],
    ['what has no name', `The answer was ${VALUE}.`],
  ])('is not %s: %s', (_what, text) => {
    expect(found(text)).toEqual([]);
  });

  it('is told by its kind and never by itself', () => {
    expect(secretsIn(`token: ${VALUE}`)).toEqual([{ start: 7, end: 7 + VALUE.length, kind: LABELLED_KIND }]);
  });
});

describe('the password of a URL', () => {
  const password = ['tr0ub', '4dor', '3'].join('');
  it.each([
    `postgres://billing:${password}@db.acme.io:5432/ledger`,
    `redis://:${password}@cache:6379`,
    `See <amqp://billing:${password}@mq>.`,
    `DATABASE_URL="mysql://billing:${password}@localhost/ledger"`,
  ])('is found in %s, and nothing else of it', (text) => {
    expect(found(text)).toEqual([password]);
    expect(mayHoldSecret(text)).toBe(true);
  });

  it('may hold an @ and a colon', () => {
    const odd = `${password}:@x`;
    expect(found(`ftp://billing:${odd}@files.acme.io/`)).toEqual([odd]);
  });

  it.each([
    'postgres://user:password@localhost/db',
    'postgres://postgres:postgres@localhost:5432/postgres',
    'mysql://root:my-secret-pw@db',
    'https://user:pass@example.com',
    'mongodb://admin:changeme123@mongo',
    'postgres://billing:<password>@db',
    'postgres://billing:${DB_PASSWORD}@db',
    'postgres://billing:$DB_PASSWORD@db',
    'postgres://billing:%DB_PASSWORD%@db',
    'postgres://billing:{{ .Values.password }}@db',
    'postgres://billing:********@db',
    'postgres://billing:...@db',
    'http://localhost:3000/@acme/web',
    'ssh://git@github.com:22/acme/shop.git',
    'https://acme.io:8443 or mail ops@acme.io',
    'https://token:x-oauth-basic@github.com/acme/shop',
  ])('is not what examples are written with: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a private key', () => {
  it.each(['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'is found between the lines of a %s, which stay',
    (label) => {
      for (const lineEnd of ['\n', '\r\n', '\n    ', '\\n', '\n> ']) {
        const text = pemOf(BODY, label, lineEnd);
        const [key] = found(text);
        expect(found(text)).toHaveLength(1);
        expect(key?.startsWith(BODY.slice(0, 40))).toBe(true);
        expect(key?.endsWith(BODY.slice(-2))).toBe(true);
        expect(mayHoldSecret(text)).toBe(true);
      }
    },
  );

  it('is found where its end is missing, up to what is no key', () => {
    const text = `${pemOf(BODY).split('\n').slice(0, -1).join('\n')}\n\n# Next: chapter two!`;
    expect(found(text)[0]).toContain(BODY.slice(0, 64));
    expect(found(text)[0]).not.toContain('chapter');
  });

  it('is not an example of one, a public key or a certificate', () => {
    expect(found(pemOf('...'))).toEqual([]);
    expect(found(pemOf('Base64 of your private key goes in here, line by line until it ends'))).toEqual([]);
    expect(found(pemOf('x'.repeat(128)))).toEqual([]);
    expect(found(pemOf(BODY, 'PUBLIC KEY'))).toEqual([]);
    expect(found(pemOf(BODY, 'CERTIFICATE'))).toEqual([]);
  });

  it('is looked for in time that grows with the text, however many keys begin', () => {
    // 20,000 beginnings, each of which would be followed for 40,000 characters.
    expect(found(`${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}\n`.repeat(20_000))).toEqual([]);
  });
});

describe('a placeholder', () => {
  it.each([
    'AKIA' + 'IOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' + 'EXAMPLEKEY',
    'xoxb' + '-your-token',
    'ghp' + `_${'x'.repeat(36)}`,
    'ghp' + '_0123456789abcdefghijklmnopqrstuvwxyz',
    'glpat' + '-your-access-token-1234',
  ])('is not taken for a secret: %s', (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  it('is told from a token: none of 10,000 drawn at random is one', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const drawn = fc.sample(fc.noBias(fc.string({ unit: fc.constantFrom(...alphabet), minLength: 40, maxLength: 40 })), { numRuns: 10_000, seed: 5 });
    expect(drawn.filter(isPlaceholder)).toEqual([]);
  });
});
