import type { RepositoryPath } from '../contract/model';

/** A file that only shows how a secret-bearing one looks, for instance `.env.example`. */
const PATTERN_FILE = /(^|[._-])(example|sample|template|tmpl|dist)(\.[a-z0-9]+)?$/;

/** Folders that hold nothing but secrets. */
const SECRET_FOLDERS: ReadonlySet<string> = new Set(['.ssh', '.gnupg']);

/** File names that are secret-bearing by themselves, lower-case. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.boto', '.dockercfg', '.git-credentials', '.htpasswd', '.my.cnf', '.netrc', '.npmrc', '.pgpass', '.pypirc',
  '.s3cfg', '.secrets', '.vault-token', '.vault_pass', '_netrc', 'credentials', 'credentials.json', 'kubeconfig',
  'secrets.env', 'secrets.json', 'secrets.toml', 'secrets.yaml', 'secrets.yml',
]);

/** Names of environment files: `.env`, `.env.production`, `.env-local`, `.envrc`, `staging.env`. */
const ENVIRONMENT_FILE = /^\.env(rc)?([._-]|$)|\.env$/;

/** Private keys and key stores by their ending, and Terraform's variables and state, which hold passwords. */
const SECRET_ENDING =
  /\.(pem|key|p8|p12|pfx|pkcs12|jks|jceks|bks|keystore|kdb|kdbx|ppk|ovpn|kubeconfig|tfvars|tfvars\.json|tfstate|tfstate\.backup)$/;

/** OpenSSH's private keys and copies of them (`id_ed25519`, `id_rsa.bak`); `.pub` is the public half. */
const SSH_KEY = /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?(\.(bak|old|orig|backup))?$/;

/** Key files as cloud consoles name them, for instance `my-service-account-prod.json`. */
const CLOUD_KEY = /^(.*service[-_]?account.*|.*[-_]credentials|client_secret.*|.*firebase-adminsdk.*)\.json$/;

/**
 * True when a file is left unread because of what its name says it holds. Only the name counts, case
 * ignored. Documents about secrets (`credentials.md`, `secrets.md`) are not secret-bearing; everything
 * named like an environment file is (`.env.md` too), except patterns of one such as `.env.example`.
 */
export function isSecretByName(path: RepositoryPath): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() ?? '';
  if (segments.some((segment) => SECRET_FOLDERS.has(segment))) return true;
  if (ENVIRONMENT_FILE.test(name)) return !PATTERN_FILE.test(name) && !/^(example|sample|template)\.env$/.test(name);
  if (name === 'config' || name === 'config.json') {
    const folder = segments.pop();
    return (folder === '.kube' && name === 'config') || (folder === '.docker' && name === 'config.json');
  }
  if (SECRET_NAMES.has(name) || SSH_KEY.test(name) || SECRET_ENDING.test(name)) return true;
  return CLOUD_KEY.test(name) && !PATTERN_FILE.test(name);
}

/** True when a folder's name says that it holds nothing but secrets. */
export function isSecretFolder(name: string): boolean {
  return SECRET_FOLDERS.has(name.toLowerCase());
}
