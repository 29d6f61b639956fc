import os from 'node:os';
import process from 'node:process';
import packageJson from '../package.json';
import { cacheFolderOf } from './adapters/cacheFolder';
import { runInForeground } from './adapters/foregroundCommand';
import { machineLog } from './adapters/machineLog';
import { portMemory } from './adapters/portMemory';
import { newToken } from './adapters/token';
import { currentFolder, scopeOf } from './adapters/workspaceFolders';
import { clearNodeCache, createNodeService, type NodeOptions } from './composition';
import { handleOutputFaults } from './doors/cli/outputFaults';
import { runCli } from './doors/cli/program';

const options: NodeOptions = {
  cacheFolder: cacheFolderOf(process.env, process.platform, os.homedir()),
  distFolder: __dirname,
  version: packageJson.version,
  refuseModelFolder: true,
  log: machineLog((line) => process.stderr.write(`${line}\n`)),
};

handleOutputFaults(process);
void runCli(process.argv.slice(2), {
  version: packageJson.version,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  log: options.log,
  now: () => Date.now(),
  scopeOf: (paths) => scopeOf(paths, currentFolder()),
  openService: (scope, { embedInBackground }) => createNodeService(scope, options, embedInBackground),
  clearIndexes: () => clearNodeCache(options),
  runCommand: runInForeground,
  newToken,
  watcher: async () => (await import(/* webpackChunkName: "watcher" */ './adapters/watcher')).createWatcher(options.log),
  portMemory: portMemory(options.cacheFolder),
}).then((code) => {
  // An output that could not be written has set it already.
  process.exitCode ??= code;
});
