import os from 'node:os';
import process from 'node:process';
import { type KnownPlace, type Log, pathlessLog } from '../ports/log';
import { cacheFolderOf } from './cacheFolder';

const SILENT: Log = { debug: () => undefined, warn: () => undefined };

/** The folders of this machine that have a name in what others may read. */
export function knownPlaces(cacheFolder: string): KnownPlace[] {
  return [
    { path: cacheFolder, name: '<index>' },
    { path: os.homedir(), name: '~' },
  ];
}

/**
 * The log of a program of ours: silent unless `WORKSPACE_CONTEXT_DEBUG` is set, because details are for those who ask;
 * and without absolute paths even then, because logs are sent to others.
 */
export function machineLog(write: (line: string) => void): Log {
  return (process.env['WORKSPACE_CONTEXT_DEBUG'] ?? '') === '' ? SILENT : pathlessLog(write, knownPlaces(cacheFolderOf(process.env, process.platform, os.homedir())));
}
