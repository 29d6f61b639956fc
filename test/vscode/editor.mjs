import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { until } from './waiting.mjs';

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'chat.commandCenter.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * A code-server with folders of its own below `folder`.
 * @param tools what `installEditor` returned.
 */
export const editorIn = (tools, folder) => {
  const userData = join(folder, 'user-data');
  const extensions = join(folder, 'extensions');
  const environment = (more = {}) => ({
    ...process.env,
    PATH: `${dirname(tools.node)}${delimiter}${process.env.PATH}`,
    ...more,
  });
  const base = [tools.codeServer, '--user-data-dir', userData, '--extensions-dir', extensions];
  mkdirSync(join(userData, 'User'), { recursive: true });

  const useTheme = (theme, more = {}) =>
    writeFileSync(
      join(userData, 'User', 'settings.json'),
      JSON.stringify({ ...SETTINGS, 'workbench.colorTheme': theme, ...more }, null, 2),
    );

  return {
    useTheme,
    /** Leaves settings that are there already as they are. */
    keepSettings: () => {
      if (!existsSync(join(userData, 'User', 'settings.json'))) useTheme('Dark Modern');
    },
    install: (vsix) => {
      const result = spawnSync(tools.node, [...base, '--install-extension', vsix], {
        env: environment(),
        encoding: 'utf8',
        timeout: 120_000,
      });
      if (result.status !== 0) {
        throw new Error(`${vsix} could not be installed:\n${result.stdout ?? ''}${result.stderr ?? ''}`);
      }
    },
    /** Starts it on a folder or a workspace file; returns the address and how to end it. */
    start: async (opened, { trusted = true, env = {}, logFile, port: wanted }) => {
      const port = wanted ?? (await freePort());
      const child = spawn(
        tools.node,
        [
          ...base,
          '--bind-addr', `127.0.0.1:${port}`,
          '--auth', 'none',
          '--disable-telemetry',
          '--disable-update-check',
          ...(trusted ? ['--disable-workspace-trust'] : []),
          opened,
        ],
        { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
      );
      const log = createWriteStream(logFile);
      child.stdout.pipe(log);
      child.stderr.pipe(log);
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const stop = async () => {
        for (const signal of ['SIGTERM', 'SIGKILL']) {
          try {
            // The editor's own children (extension host, file watcher) are in its process group.
            process.kill(-child.pid, signal);
          } catch {
            break;
          }
          const ended = await Promise.race([exited.then(() => true), new Promise((resolve) => setTimeout(resolve, 4000, false))]);
          if (ended && signal === 'SIGKILL') break;
        }
      };
      const origin = `http://127.0.0.1:${port}`;
      try {
        await until(
          `code-server to listen (its log: ${logFile})`,
          async () => child.exitCode === null && (await fetch(`${origin}/healthz`)).ok,
          { seconds: 60 },
        );
      } catch (error) {
        await stop();
        throw error;
      }
      const kind = opened.endsWith('.code-workspace') ? 'workspace' : 'folder';
      return { url: `${origin}/?${kind}=${encodeURIComponent(opened)}`, stop };
    },
  };
};
