import { describe, expect, it } from 'vitest';
import { isSecretByName, isSecretFolder } from '../../src/workspace/secretNames';

describe('isSecretByName', () => {
  it.each([
    '.env', '.ENV', '.env.production', '.env.local', '.env-dev', '.envrc', 'deploy/staging.env',
    '.env.md', // named like an environment file, whatever it ends in
    'server.pem', 'tls/private.KEY', 'AuthKey.p8', 'a.p12', 'a.pfx', 'a.jks', 'a.keystore', 'a.kdbx', 'a.ppk',
    'id_rsa', 'home/id_ed25519', 'id_ecdsa_sk', 'id_rsa.bak',
    '.npmrc', '.netrc', '_netrc', '.pypirc', '.htpasswd', '.git-credentials', '.pgpass',
    '.aws/credentials', 'credentials', 'credentials.json', 'secrets.yaml', '.kube/config', '.docker/config.json',
    'service-account.json', 'my-serviceAccount-prod.json', 'gcp-credentials.json', 'client_secret_1.json',
    'prod.tfvars', 'terraform.tfstate', '.ssh/notes.md', 'a/.gnupg/x',
  ])('%s is', (path) => {
    expect(isSecretByName(path)).toBe(true);
  });

  it.each([
    '.env.example', '.env.sample', '.env.template', '.env.production.example', '.env.example.md', 'example.env',
    // documents about secrets are what people ask for
    'credentials.md', 'docs/secrets.md', 'environment.md', 'env.md', 'docs/key.md', 'id_rsa.pub', 'id_rsa.md',
    'service-account.md', 'service-account.example.json', 'config', 'config.json', 'credentials/README.md',
    'keys/README.md', '.environment', 'monkey', 'package.json',
  ])('%s is not', (path) => {
    expect(isSecretByName(path)).toBe(false);
  });
});

it('isSecretFolder knows folders of keys by name alone, case ignored', () => {
  expect([isSecretFolder('.ssh'), isSecretFolder('.GnuPG'), isSecretFolder('ssh')]).toEqual([true, true, false]);
});
