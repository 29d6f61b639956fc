import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandRunName, taskRunName } from '../../src/workspace/runName';

describe('commandRunName', () => {
  it.each([
    ['npm', ['test'], 'npm test'],
    ['npm', ['run', 'test:e2e', '--', '--watch'], 'npm run test:e2e'],
    ['make', [], 'make'],
    ['go', ['test', './...'], 'go test'],
    ['./gradlew', ['assembleDebug', 'check'], 'gradlew assembleDebug'],
    ['/usr/local/bin/npm', ['test'], 'npm test'],
    ['C:\\Program Files\\nodejs\\npm.cmd', ['test'], 'npm test'],
    ['node', ['build.js', 'all'], 'node build.js'],
    ['g++', ['-O2', 'a.cc'], 'g++'],
  ])('%s %j is called %s', (command, args, name) => {
    expect(commandRunName(command, args)).toBe(name);
  });

  it.each([
    ['a value of an option', 'mysql', ['-p', 'hunter2'], 'mysql'],
    ['an option with a value', 'deploy', ['--token=hunter2'], 'deploy'],
    ['an assignment', 'env', ['API_KEY=hunter2', 'npm', 'test'], 'env'],
    ['what comes after a subcommand', 'docker', ['login', 'ada', 'hunter2'], 'docker login'],
    ['what comes after options of run', 'npm', ['run', '--token', 'hunter2'], 'npm run'],
    ['an address', 'curl', ['https://ada:hunter2@example.com'], 'curl'],
    ['user and password', 'login', ['ada:hunter2@example.com'], 'login'],
    ['a path', 'node', ['/home/ada/hunter2/test.js'], 'node'],
    ['a GitHub token', 'login', ['ghp_0123456789abcdefghijklmnopqrstuvwxyz'], 'login'],
    ['an AWS key', 'login', ['AKIAIOSFODNN7EXAMPLE'], 'login'],
    ['a text', 'git-note', ['the secret is hunter2'], 'git-note'],
  ])('holds no secret: %s', (_, command, args, name) => {
    expect(commandRunName(command, args)).toBe(name);
  });

  it.each(['', '/', 'a b', 'x'.repeat(41), 'bell\u0007', '$(x)', 'API_KEY=hunter2'])('has no name for %j', (command) => {
    expect(commandRunName(command, ['test'])).toBeNull();
  });
});

describe('taskRunName', () => {
  it.each([
    ['npm', 'test', 'npm test'],
    ['npm', 'build - packages/web', 'npm build'],
    ['Workspace', 'Build everything (release)', 'Build everything'],
    ['Workspace', 'one two three four five', 'one two three four'],
    ['Workspace', 'shell: curl -H hunter2', null],
    ['Workspace', 'deploy API_KEY=hunter2', 'deploy'],
    ['Workspace', '', null],
    ['tsc', 'watch - tsconfig.json', 'tsc watch'],
  ])('a task of %s named %j is called %j', (source, name, expected) => {
    expect(taskRunName(source, name)).toBe(expected);
  });

  it('is short and on one line, whatever a task is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 200 }), (source, name) => {
        const called = taskRunName(source, name) ?? 'none';
        expect(called.length).toBeLessThanOrEqual(40);
        expect(called).toMatch(/^\S+( \S+)*$/);
      }),
    );
  });
});
