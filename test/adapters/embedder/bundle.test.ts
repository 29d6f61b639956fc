import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../support/cli';

const DIST = path.join(PROJECT, 'dist');
const read = (bundle: string): string => readFileSync(path.join(DIST, bundle), 'utf8');
const CONNECTING = ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises', 'inspector'];

describe('the bundle of the embedder’s process', () => {
  const required = [...read('embedder.js').matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => (name ?? '').replace(/^node:/, ''));

  it('requires what is part of Node, and nothing that could open a connection', () => {
    expect(required).toContain('fs');
    expect(required.filter((name) => !builtinModules.includes(name))).toEqual([]);
    expect(required.filter((name) => CONNECTING.includes(name))).toEqual([]);
  });

  it('holds no path of the machine it was built on', () => {
    expect(read('embedder.js')).not.toContain(PROJECT);
  });

  // The WebAssembly runtime as it is published for Node has a protobufjs 6 inside, for WebGL, which no override reaches.
  it.each([
    ['protobufjs', 'invalid wire type'],
    ['WebGL', 'WEBGL_'],
    ['threads', 'worker_threads'],
  ])('holds no %s', (_, trace) => {
    expect(read('embedder.js')).not.toContain(trace);
    expect(readFileSync(path.join(PROJECT, 'node_modules/onnxruntime-web/dist/ort-web.node.js'), 'utf8')).toContain(trace);
  });

  it('has the WebAssembly runtime beside it', () => {
    expect(existsSync(path.join(DIST, 'onnxruntime', 'ort-wasm-simd.wasm'))).toBe(true);
  });

  it('is the only one that loads native code', () => {
    const loading = readdirSync(DIST).filter((name) => name.endsWith('.js') && /process(_default\(\)|\$1)?\)?\.dlopen\(|onnxruntime_binding/.test(read(name)));
    expect(loading).toEqual(['embedder.js']);
  });
});

describe('what is installed', () => {
  interface Entry {
    readonly version?: string;
    readonly resolved?: string;
  }
  const { packages } = JSON.parse(readFileSync(path.join(PROJECT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
  const named = (name: string): Entry[] => Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`)).map(([, entry]) => entry);

  it('has a stub in the place of sharp, which is for images', () => {
    expect(named('sharp').map(({ resolved }) => resolved)).toEqual(['vendor/sharp-stub']);
  });

  it('has no protobufjs below 7', () => {
    const versions = named('protobufjs').map(({ version }) => Number(version?.split('.')[0]));
    expect(versions.length).toBeGreaterThan(0);
    expect(Math.min(...versions)).toBeGreaterThanOrEqual(7);
  });
});
