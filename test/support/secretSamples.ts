import fc from 'fast-check';

/*
 * Texts that look like secrets, drawn at random when a test runs: none is written down, so that no scanner takes
 * this repository for one that leaks. Prefixes are put together for the same reason.
 */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = LOWER + UPPER + DIGITS;
const HEX = `${DIGITS}abcdef`;

/** A text and the secret in it. */
export interface Sample {
  readonly text: string;
  readonly secret: string;
}

const drawn = (alphabet: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

/** A token that is all secret. */
const token = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<Sample> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((drawnParts) => {
    const secret = drawnParts.join('');
    return { text: secret, secret };
  });

const within = (before: string, secret: fc.Arbitrary<string>, after = ''): fc.Arbitrary<Sample> =>
  secret.map((value) => ({ text: `${before}${value}${after}`, secret: value }));

const words = ['billing', 'orders', 'ledger'] as const;
const password = fc.tuple(drawn(LOWER, 3, 5), drawn(DIGITS, 2, 4), drawn(UPPER, 2, 6)).map((parts) => parts.join(''));

const lines = (text: string, length = 64): string => text.match(new RegExp(`.{1,${length}}`, 'g'))?.join('\n') ?? '';
const DASHES = '-'.repeat(5);

/** A key in PEM armor; the secret is its first line. */
export function pemOf(body: string, label = 'RSA PRIVATE KEY', lineEnd = '\n'): string {
  return [`${DASHES}BEGIN ${label}${DASHES}`, ...lines(body).split('\n'), `${DASHES}END ${label}${DASHES}`].join(lineEnd);
}

export const keyBody = drawn(`${ALNUM}+/`, 200, 900).map((body) => `MII${body}`);

/** For every message of the rules in secretlint's preset, texts that it is reported for. */
export const SAMPLES: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
  AWSAccessKeyID: token(fc.constantFrom('AK' + 'IA', 'AS' + 'IA', 'AR' + 'OA'), drawn(UPPER + DIGITS, 16)),
  AWSAccountID: within('"accountId": "', drawn(DIGITS, 12), '"'),
  AWSSecretAccessKey: fc.oneof(
    // The rule wants a word's end: it passes over a key that starts or ends in a sign.
    within('AWS_SECRET_ACCESS_KEY=', fc.tuple(drawn(ALNUM, 1), drawn(`${ALNUM}/+`, 38), drawn(ALNUM, 1)).map((parts) => parts.join('')), '\n'),
    within('"SecretAccessKey" :   "', drawn(ALNUM, 40), '"'),
    within("secret_access_key =>\n  '", drawn(ALNUM, 40), "'"),
  ),
  ANTHROPIC_API_KEY: token('sk-' + 'ant-api03-', drawn(`${ALNUM}_-`, 93), 'AA'),
  BasicAuth: within('https://deploy:', password, '@registry.acme.io/x'),
  DATABRICKS_PERSONAL_ACCESS_TOKEN: token('da' + 'pi', drawn(HEX, 32)),
  DOCKER_PERSONAL_ACCESS_TOKEN: token('dckr' + '_pat_', drawn(`${ALNUM}_-`, 27)),
  FIGMA_PERSONAL_ACCESS_TOKEN: token('fi' + 'gd_', drawn(ALNUM, 40, 90)),
  GITHUB_TOKEN: fc.oneof(
    token(fc.constantFrom('p', 'o', 'u', 's', 'r').map((kind) => `gh${kind}_`), drawn(ALNUM, 36)),
    token('github' + '_pat_', drawn(ALNUM, 82)),
  ),
  GITLAB_PERSONAL_ACCESS_TOKEN: token('gl' + 'pat-', drawn(ALNUM, 20, 30)),
  GRAFANA_CLOUD_API_TOKEN: token('gl' + 'c_', drawn(ALNUM, 40, 120)),
  GRAFANA_SERVICE_ACCOUNT_TOKEN: token('gl' + 'sa_', drawn(ALNUM, 32), '_', drawn(HEX, 8)),
  GROQ_API_KEY: token('gs' + 'k_', drawn(ALNUM, 52)),
  HASHICORP_VAULT_BATCH_TOKEN: token('hv' + 'b.', drawn(ALNUM, 138, 200)),
  HASHICORP_VAULT_RECOVERY_TOKEN: token('hv' + 'r.', drawn(ALNUM, 90, 120)),
  HASHICORP_VAULT_SERVICE_TOKEN: token('hv' + 's.', drawn(ALNUM, 90, 120)),
  HUGGINGFACE_USER_ACCESS_TOKEN: token('h' + 'f_', drawn(LOWER + UPPER, 34)),
  IncomingWebhook: token('https://hooks.' + 'slack.com/services/', 'T', drawn(ALNUM, 8), '/B', drawn(ALNUM, 8), '/', drawn(ALNUM, 24)),
  LINEAR_API_TOKEN: token('lin' + '_api_', drawn(ALNUM, 40)),
  MongoDBConnection: within('mongodb+srv://billing:', password, '@cluster0.acme.io/ledger'),
  MySQLConnection: within('jdbc:mysql://billing:', password, '@db.acme.io:3306/ledger'),
  NOTION_INTEGRATION_TOKEN: token('nt' + 'n_', drawn(DIGITS, 11), drawn(ALNUM, 35)),
  NPM_ACCESS_TOKEN: token('np' + 'm_', drawn(ALNUM, 36)),
  OPENAI_TOKEN: token('s' + 'k-', drawn(ALNUM, 20), 'T3Blbk' + 'FJ', drawn(ALNUM, 20)),
  // The rule wants the last brace in a group of its own.
  OPS_TOKEN: drawn(LOWER, 120, 200).map((email) => {
    const json = JSON.stringify({ email });
    const secret = `ops_${btoa(json.replace('"}', `${'x'.repeat((4 - (json.length % 3)) % 3)}"}`))}`;
    return { text: secret, secret };
  }),
  PackageJSON_xOauthToken: within('https://', drawn(HEX, 40), ':x-oauth-basic@github.com/acme/shop.git'),
  PostgreSQLConnection: within('postgres://billing:', password, '@db.acme.io/ledger?sslmode=require'),
  PrivateKey: fc.tuple(keyBody, fc.constantFrom('RSA PRIVATE KEY', 'PRIVATE KEY')).map(([body, label]) => ({
    text: pemOf(body, label),
    secret: body.slice(0, 64),
  })),
  SENDGRID_KEY: token('S' + 'G.', drawn(ALNUM, 22), '.', drawn(ALNUM, 43)),
  SHOPIFY_KEY: token(fc.constantFrom('shp' + 'at_', 'shp' + 'ss_', 'shp' + 'ca_', 'shp' + 'pa_'), drawn(HEX, 32)),
  SLACK_TOKEN: token(fc.constantFrom('xo' + 'xb-', 'xo' + 'xp-', 'xa' + 'pp-1-'), drawn(DIGITS, 10, 13), '-', drawn(DIGITS, 10, 13), '-', drawn(ALNUM, 24)),
  VERCEL_AI_GATEWAY_API_KEY: token('vc' + 'k_', drawn(ALNUM, 24, 60)),
  VERCEL_APP_ACCESS_TOKEN: token('vc' + 'a_', drawn(ALNUM, 24, 60)),
  VERCEL_APP_REFRESH_TOKEN: token('vc' + 'r_', drawn(ALNUM, 24, 60)),
  VERCEL_INTEGRATION_TOKEN: token('vc' + 'i_', drawn(ALNUM, 24, 60)),
  VERCEL_PERSONAL_ACCESS_TOKEN: token('vc' + 'p_', drawn(ALNUM, 24, 60)),
};

const base64url = (value: unknown): string => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

/** What only our own rules look for. */
export const OWN_SAMPLES: Readonly<Record<string, fc.Arbitrary<Sample>>> = {
  'JSON Web Token': fc.tuple(drawn(ALNUM, 12, 30), drawn(`${ALNUM}_-`, 43)).map(([sub, signature]) => {
    const secret = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub, admin: true })}.${signature}`;
    return { text: secret, secret };
  }),
  'Google API key': token('AI' + 'za', drawn(ALNUM, 35)),
  'Stripe key': token(fc.constantFrom('sk', 'rk').map((kind) => `${kind}_live_`), drawn(ALNUM, 24)),
  'GitLab token': token('gl' + 'rt-', drawn(ALNUM, 20)),
  'Slack token': token('xo' + 'xe.xo' + 'xp-1-', drawn(ALNUM, 140)),
  'PyPI token': token('py' + 'pi-AgE', drawn(ALNUM, 150)),
  'Azure key': within('AccountName=acme;Account' + 'Key=', drawn(`${ALNUM}+/`, 86).map((key) => `${key}==`), ';EndpointSuffix=core.windows.net'),
  'DigitalOcean token': token('do' + 'p_v1_', drawn(HEX, 64)),
  'age secret key': within('AGE-SECRET-' + 'KEY-1', drawn(UPPER + DIGITS, 58)),
  'Atlassian token': token('AT' + 'ATT3', drawn(ALNUM, 180)),
  'password in a URL': within('amqps://billing:', password, '@mq.acme.io/'),
  'token in a URL': within('https://', drawn(HEX, 40), ':x-oauth-basic@github.com/acme/shop.git'),
  'private key': keyBody.map((body) => ({ text: pemOf(`lQ${body}`, 'PGP PRIVATE KEY BLOCK'), secret: `lQ${body}`.slice(0, 64) })),
  'random value named as a secret': fc
    .tuple(fc.constantFrom('API_TOKEN=', 'clientSecret: "', '  - name: DB_PASSWORD\n    value: "', '--api-key ', 'Authorization: Bearer '), fc.noBias(drawn(ALNUM, 40)).filter(isVaried))
    .map(([name, secret]) => ({ text: `${name}${secret}`, secret })),
};

/**
 * By its name alone a value is taken for a secret only when it looks random, and less than one in a hundred random
 * values do not: half of all neighbours here are of two kinds, of small letters, capitals and digits, all three of them.
 */
function isVaried(value: string): boolean {
  const kinds = [...value].map((character) => (LOWER.includes(character) ? 0 : UPPER.includes(character) ? 1 : 2));
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return changes >= value.length / 2 && new Set(kinds).size === 3 && !/(.)\1{2}/.test(value);
}

/** Any of all the samples that are secrets. */
export const anySample: fc.Arbitrary<Sample> = fc.oneof(
  ...Object.entries(SAMPLES).flatMap(([id, sample]) => (id === 'AWSAccountID' ? [] : [sample])),
  ...Object.values(OWN_SAMPLES),
);

/** Prose with samples in it, on lines that end in any way. */
export const proseWith = (sample: fc.Arbitrary<Sample>): fc.Arbitrary<{ readonly text: string; readonly samples: readonly Sample[] }> =>
  fc
    .array(fc.tuple(fc.constantFrom('# Rotate ', '- ', '> ', '    ', '', 'See `'), fc.constantFrom(...words), sample, fc.constantFrom('\n', '\r\n', '\r', ' and then\n\n', '\n\n')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => ({
      text: parts.map(([mark, word, { text }, end]) => `${mark}${word} ${text}${end}`).join(''),
      samples: parts.map(([, , drawnSample]) => drawnSample),
    }));
