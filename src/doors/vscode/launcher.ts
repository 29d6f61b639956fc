/** Where an extension is installed. */
export interface Installation {
  /** `publisher.name` */
  readonly extensionId: string;
  /** The folder that holds a folder for each installed version. */
  readonly extensionsFolder: string;
  /** The folder of the version that writes the launcher. */
  readonly extensionFolder: string;
}

/** The name of the launcher's file; `.cjs`, so that no package.json above it matters. */
export const LAUNCHER_FILE = 'workspace-context.cjs';

/**
 * The source of a script that runs the CLI of the newest version installed, whichever that is by then: an
 * update moves the extension into another folder and leaves the script where it is. Versions that the editor
 * is about to remove do not count. Needs nothing but Node.
 */
export function launcherSource({ extensionId, extensionsFolder, extensionFolder }: Installation): string {
  return `// Written by the Workspace Context extension: runs the command line of its newest installed version.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const EXTENSION_ID = ${JSON.stringify(extensionId.toLowerCase())};
const EXTENSIONS_FOLDER = ${JSON.stringify(extensionsFolder)};
const WRITTEN_BY = ${JSON.stringify(extensionFolder)};

function removedVersions() {
  try {
    return JSON.parse(fs.readFileSync(path.join(EXTENSIONS_FOLDER, '.obsolete'), 'utf8')) || {};
  } catch {
    return {};
  }
}

function installedFolders() {
  try {
    return fs.readdirSync(EXTENSIONS_FOLDER);
  } catch {
    return [];
  }
}

function versionOf(folder) {
  const name = folder.toLowerCase();
  const version = name.startsWith(EXTENSION_ID + '-') ? /^(\\d+)\\.(\\d+)\\.(\\d+)/.exec(name.slice(EXTENSION_ID.length + 1)) : null;
  return version === null ? null : version.slice(1).map(Number);
}

const removed = removedVersions();
const newestFirst = installedFolders()
  .filter((folder) => versionOf(folder) !== null && !removed[folder])
  .sort((left, right) => {
    const [a, b] = [versionOf(left), versionOf(right)];
    return b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
  })
  .map((folder) => path.join(EXTENSIONS_FOLDER, folder));

const cli = [...newestFirst, WRITTEN_BY]
  .map((folder) => path.join(folder, 'dist', 'cli.js'))
  .find((file) => fs.existsSync(file));

if (cli === undefined) {
  process.stderr.write('The Workspace Context extension is not installed any more; install it again, or remove it from the configuration of this agent.\\n');
  process.exitCode = 1;
} else {
  require(cli);
}
`;
}
