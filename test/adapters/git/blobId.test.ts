import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobIdsOf } from '../../../src/adapters/git/blobId';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandbox, type Sandbox } from './sandbox';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('blobIdsOf', () => {
  it('gives the well-known id of the empty blob', () => {
    expect(blobIdsOf(bytes(''), 'sha1')).toEqual(['e69de29bb2d1d6434b8b29ae775ad8c2e48c5391']);
    expect(blobIdsOf(bytes(''), 'sha256')).toEqual(['473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813']);
  });

  it('adds the id with LF line ends where the bytes hold CRLF, and only there', () => {
    expect(blobIdsOf(bytes('a\r\nb\r\n'), 'sha1')).toEqual([...blobIdsOf(bytes('a\r\nb\r\n'), 'sha1').slice(0, 1), ...blobIdsOf(bytes('a\nb\n'), 'sha1')]);
    // A lone CR is no line end to git, and the CR before a CRLF stays.
    expect(blobIdsOf(bytes('a\rb\n\r'), 'sha1')).toHaveLength(1);
    expect(blobIdsOf(bytes('a\r\r\n'), 'sha1')[1]).toBe(blobIdsOf(bytes('a\r\n'), 'sha1')[0]);
  });

  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = makeSandbox();
  });
  afterAll(() => sandbox.remove());

  it('is what git hash-object says of any bytes, as they are and with converted line ends', () => {
    const repositories = { sha1: sandbox.repository('one'), sha256: sandbox.repository('two', '--object-format=sha256') };
    const content = fc.array(fc.constantFrom('\r', '\n', '\r\n', 'text', '\0', 'é'), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(content, fc.constantFrom('sha1' as const, 'sha256' as const), (text, format) => {
        const repository = repositories[format];
        writeFileSync(join(repository, 'file'), text);
        const asIs = sandbox.git(repository, 'hash-object', '--no-filters', 'file');
        // `text` alone converts whatever the content, unlike autocrlf, which leaves binary files alone.
        writeFileSync(join(repository, '.gitattributes'), '* text\n');
        const converted = sandbox.git(repository, 'hash-object', '--path=file', 'file');
        expect(blobIdsOf(bytes(text), format)).toEqual(asIs === converted ? [asIs] : [asIs, converted]);
      }),
      { numRuns: 40 },
    );
  });
});
