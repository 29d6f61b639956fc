import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { portMemory } from '../../src/adapters/portMemory';
import { temporaryFolder } from '../support/cli';

describe('the port kept from one start to the next', () => {
  it('is the one written last, and none before and after', async () => {
    const memory = portMemory(path.join(temporaryFolder('port'), 'cache'));
    expect(await memory.read()).toBeNull();
    await memory.write(4_000);
    await memory.write(4_001);
    expect(await memory.read()).toBe(4_001);
    expect(await memory.clear()).toBe(true);
    expect(await memory.read()).toBeNull();
    expect(await memory.clear()).toBe(true);
  });

  it.each(['', '{', 'null', '[]', '{"port":"80"}', '{"port":0}', '{"port":65536}', '{"port":1.5}'])(
    'is none in a damaged file: %j',
    async (text) => {
      const folder = temporaryFolder('port');
      writeFileSync(path.join(folder, 'mcp-port.json'), text);
      expect(await portMemory(folder).read()).toBeNull();
    },
  );

  it('is not kept where nothing can be written, which is no fault', async () => {
    const folder = path.join(temporaryFolder('port'), 'file');
    writeFileSync(folder, '');
    const memory = portMemory(folder);
    await memory.write(4_000);
    expect(await memory.read()).toBeNull();
  });
});
