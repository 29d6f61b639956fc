import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';
import type { SecretSpan } from '../contract/model';
import type { SecretScanner } from '../ports/secretScanner';

/*
 * secretlint's rules without its runner: that one marks the process's performance timeline at every step and keeps
 * the marks for good, which a process that lives as long as an editor cannot afford.
 */

const PREFIX = '@secretlint/secretlint-rule-';

/** Rules that are not run, and why. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  // Lets a comment in the file turn rules off: what a linter need not report is still not to be shown.
  'filter-comments',
  // Reads key files from the disk; what it would find in a text are private keys.
  'gcp',
  // Our own rules find the same and leave the rest of the URL and the lines around the key.
  'basicauth',
  'database-connection-string',
  'privatekey',
]);

const OPTIONS: Readonly<Record<string, object>> = { aws: { enableIDScanRule: true } };

/** How a person names what a rule's message is about; null: it is not a secret, or our own rules tell it better. */
const KINDS: Readonly<Record<string, string | null>> = {
  AWSAccessKeyID: 'AWS access key ID',
  AWSAccountID: null,
  AWSSecretAccessKey: 'AWS secret access key',
  ANTHROPIC_API_KEY: 'Anthropic key',
  DATABRICKS_PERSONAL_ACCESS_TOKEN: 'Databricks token',
  DOCKER_PERSONAL_ACCESS_TOKEN: 'Docker token',
  FIGMA_PERSONAL_ACCESS_TOKEN: 'Figma token',
  GITHUB_TOKEN: 'GitHub token',
  GITLAB_PERSONAL_ACCESS_TOKEN: 'GitLab token',
  GRAFANA_CLOUD_API_TOKEN: 'Grafana token',
  GRAFANA_SERVICE_ACCOUNT_TOKEN: 'Grafana token',
  GROQ_API_KEY: 'Groq key',
  HASHICORP_VAULT_BATCH_TOKEN: 'Vault token',
  HASHICORP_VAULT_RECOVERY_TOKEN: 'Vault token',
  HASHICORP_VAULT_SERVICE_TOKEN: 'Vault token',
  HUGGINGFACE_USER_ACCESS_TOKEN: 'Hugging Face token',
  IncomingWebhook: 'Slack webhook',
  LINEAR_API_TOKEN: 'Linear key',
  NOTION_INTEGRATION_TOKEN: 'Notion token',
  NPM_ACCESS_TOKEN: 'npm token',
  OPENAI_TOKEN: 'OpenAI key',
  OPS_TOKEN: '1Password token',
  PackageJSON_xOauthToken: null,
  SENDGRID_KEY: 'SendGrid key',
  SHOPIFY_KEY: 'Shopify key',
  SLACK_TOKEN: 'Slack token',
  VERCEL_AI_GATEWAY_API_KEY: 'Vercel token',
  VERCEL_APP_ACCESS_TOKEN: 'Vercel token',
  VERCEL_APP_REFRESH_TOKEN: 'Vercel token',
  VERCEL_INTEGRATION_TOKEN: 'Vercel token',
  VERCEL_PERSONAL_ACCESS_TOKEN: 'Vercel token',
};
const OTHER_KIND = 'access token';

/**
 * Where the secret of a report lies. The rules put it into the message's data; the range they give may begin at its
 * name and then ends too early, so it counts only where nothing better is known.
 */
function spansOf(text: string, messageId: string, data: unknown, range: readonly [number, number]): SecretSpan[] {
  const kind = KINDS[messageId] === undefined ? OTHER_KIND : KINDS[messageId];
  if (kind === null) return [];
  const values = Object.values((data ?? {}) as Record<string, unknown>).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const found = values.flatMap((value): SecretSpan[] => {
    const start = text.indexOf(value, range[0]);
    return start < 0 ? [] : [{ start, end: start + value.length, kind }];
  });
  return found.length > 0 ? found : [{ start: range[0], end: range[1], kind }];
}

/** The rules, each ready to be run again and again; each reports to whatever `report` is at that moment. */
export function secretlintScanner(): SecretScanner {
  let text = '';
  let found: SecretSpan[] = [];
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: String(messageId), messageId: String(messageId), data }),
    report: ({ message, range }) => {
      found.push(...spansOf(text, message.messageId, message.data, range));
    },
    ignore: () => undefined,
  };
  const handlers = rules.flatMap((rule) => {
    const name = rule.meta.id.replace(PREFIX, '');
    return LEFT_OUT.has(name) ? [] : [rule.create(context, OPTIONS[name] ?? {})];
  });
  return {
    scan: async (scanned) => {
      [text, found] = [scanned, []];
      const source = sourceOf(scanned);
      for (const handler of handlers) {
        const running = handler.file?.(source);
        if (running !== undefined) throw new Error('a rule of secretlint does not answer at once');
      }
      return found;
    },
  };
}

/** A text that is no file: no rule has a path that it could read. */
function sourceOf(content: string): SecretLintSourceCode {
  const unasked = (): never => {
    throw new Error('a rule of secretlint asks for lines and columns');
  };
  return {
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    ext: '',
    hasBOM: false,
    contentType: 'text',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: unasked,
    rangeToLocation: unasked,
    indexToPosition: unasked,
    positionToIndex: unasked,
  };
}
