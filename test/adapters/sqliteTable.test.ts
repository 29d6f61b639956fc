import fc from 'fast-check';
import initSqlJs, { type SqlJsStatic } from 'sql.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOfTable } from '../../src/adapters/store/sqliteTable';

let sql: SqlJsStatic;

beforeAll(async () => {
  sql = await initSqlJs();
});

/** A database with one table `parts (name, json)` of these rows. */
function databaseOf(rows: readonly (readonly [string, string | number | null])[], pageSize = 4096): Uint8Array {
  const database = new sql.Database();
  try {
    database.exec(`PRAGMA page_size = ${pageSize}; CREATE TABLE other (a); CREATE TABLE parts (name TEXT NOT NULL, json);`);
    for (const row of rows) database.run('INSERT INTO parts VALUES (?, ?)', [...row]);
    return database.export();
  } finally {
    database.close();
  }
}

/** Lengths around those at which a record leaves its page, and far above. */
const length = fc.oneof(fc.nat(600), fc.integer({ min: 3900, max: 4200 }), fc.integer({ min: 8000, max: 70_000 }));
const text = fc.tuple(length, fc.constantFrom('x', 'é', '日', '𝄞')).map(([count, unit]) => unit.repeat(count));

describe('a table read straight from a database', () => {
  it('has the rows that sql.js wrote, whatever their number, their sizes and the size of pages', async () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 8 }).filter((name) => !name.includes('\0')), text), { maxLength: 40 }),
        fc.constantFrom(512, 1024, 4096, 16_384, 65_536),
        (rows, pageSize) => {
          expect(rowsOfTable(databaseOf(rows, pageSize), 'parts')).toEqual(rows);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has whole numbers up to 32 bits as they are, and nothing for what is neither text nor a whole number', () => {
    // sql.js binds numbers beyond 32 bits as floating-point ones.
    const numbers = [0, 1, -1, 127, -128, 40_000, -8_000_000, 2 ** 31 - 1, -(2 ** 31)];
    expect(rowsOfTable(databaseOf(numbers.map((number) => ['n', number])), 'parts').map(([, number]) => number)).toEqual(numbers);
    expect(rowsOfTable(databaseOf([['a', null], ['b', 0.5]]), 'parts')).toEqual([['a', null], ['b', null]]);
  });

  it('may be one of thousands of rows, which take pages over pages', () => {
    const rows = Array.from({ length: 5000 }, (_, row): [string, string] => [`name ${row}`, 'y'.repeat(row % 300)]);
    expect(rowsOfTable(databaseOf(rows, 512), 'parts')).toEqual(rows);
  });

  it('is refused with a RangeError, and never read for ever, when the bytes are damaged in any way', () => {
    const whole = databaseOf(Array.from({ length: 60 }, (_, row): [string, string] => [`${row}`, 'z'.repeat(row * 40)]), 512);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }), (changes) => {
        const damaged = Uint8Array.from(whole);
        for (const [at, byte] of changes) damaged[at] = byte;
        try {
          rowsOfTable(damaged, 'parts');
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused when it is not there', () => {
    expect(() => rowsOfTable(databaseOf([]), 'missing')).toThrow(RangeError);
    expect(() => rowsOfTable(new Uint8Array(0), 'parts')).toThrow(RangeError);
    expect(() => rowsOfTable(new Uint8Array(4096), 'parts')).toThrow(RangeError);
  });
});
