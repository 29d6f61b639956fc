import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Real documentation: the proposals of a large project, which are too many to lie in this repository. */
const ARCHIVE = join('..', 'shared', 'workspaces', 'kubernetes-enhancements.tar.xz');
/** How often the sample's documents are repeated where that is absent: about as many files. */
const COPIES = 120;

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

export const git = (folder, ...args) => execFileSync('git', [...IDENTITY, ...args], { cwd: folder, encoding: 'utf8' }).trim();

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());

/** The sample's documents many times over, each copy with words of its own, so that each is a content of its own. */
const repeatSample = (sample, folder) => {
  for (const name of filesBelow(sample).filter((file) => /\.(md|ya?ml|rst|adoc)$/.test(file))) {
    const text = readFileSync(join(sample, name), 'utf8');
    for (let copy = 1; copy <= COPIES; copy += 1) {
      const target = join(folder, `part-${copy}`, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, name.endsWith('.md') ? `${text}\nThis is part ${copy} of ${COPIES}.\n` : text);
    }
  }
};

/**
 * Makes a repository of more than a thousand documents with one commit.
 * @returns which one it is.
 */
export const makeBigFolder = (root, folder) => {
  mkdirSync(folder, { recursive: true });
  const archive = join(root, ARCHIVE);
  const real = existsSync(archive);
  if (real) execFileSync('tar', ['-xJf', archive, '-C', folder]);
  else repeatSample(join(root, 'test', 'fixtures', 'shop'), folder);
  if (!existsSync(join(folder, '.git'))) {
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'All of it');
  }
  return { files: filesBelow(folder).filter((name) => !name.startsWith('.git')).length, real };
};
