import { describe, expect, it } from 'vitest';
import { measureFuzz } from '../../bench/fuzz.mjs';

// Processes are started, scripts bundled and writers killed: a loaded machine takes its time.
const PATIENCE_MILLISECONDS = 15 * 60_000;

describe('npm run fuzz', () => {
  it('finds nothing in a few hundred cases of every kind, and counts them', async () => {
    const { rows, notes, counts, findings } = await measureFuzz({ cases: 400, seed: 'test', minutes: 14 });
    expect({ findings, found: notes.filter((note) => note.startsWith('FOUND')) }).toEqual({ findings: 0, found: [] });
    // 400 cases by the shares of the kinds, and beside them 4 kills and 4 damaged files.
    expect(counts['fuzz.cases']).toBe(408);
    const [, ...subjects] = rows;
    expect(subjects.reduce((sum, [, cases]) => sum + Number(cases), 0)).toBe(408);
    expect(subjects.map(([subject]) => subject)).toEqual(
      expect.arrayContaining([
        'markdown', 'mdx', 'asciidoc', 'restructuredtext', 'plain', 'code: by grammar',
        'catalog: Backstage', 'catalog: Orun', 'catalog: MkDocs', 'manifest: npm', 'manifest: Go', 'manifest: Cargo', 'manifest: Python',
        'manifest: Maven', 'manifest: Gradle', 'manifest: .NET', 'manifest: Compose',
        'workspace_context', 'workspace_expand', 'code.context', 'workspace.context', 'MCP: line on stdio', 'MCP: request over HTTP',
        'kill: documents', 'kill: vectors', 'kill: code', 'damage: .code', 'damage: .digests', 'damage: .files',
      ]),
    );
  }, PATIENCE_MILLISECONDS);
});
