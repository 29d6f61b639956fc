import { describe, expect, it } from 'vitest';
import type { WorkspaceService } from '../../src/workspace/service';
import { watchedService } from '../../src/workspace/watchedService';
import { fakeService } from '../doors/mcpSupport';

const OPTIONS = { wait: true, now: null };
const refused = async (): Promise<never> => {
  throw new Error('not answered in this test');
};

describe('a watch', () => {
  it.each([
    ['ask', (service: WorkspaceService) => service.ask({ question: 'why?' }, OPTIONS)],
    ['expand', (service: WorkspaceService) => service.expand({ entityRef: 'api' }, OPTIONS)],
    ['code.context', (service: WorkspaceService) => service.codeContext({ repo: 'api', task: 'charge' }, OPTIONS)],
    ['workspace.context', (service: WorkspaceService) => service.workspaceCodeContext({ targets: [] }, OPTIONS)],
    ['index', (service: WorkspaceService) => service.index()],
  ])('begins with %s, once, and not before', async (_name, call) => {
    let begun = 0;
    const core = fakeService({ ask: refused, expand: refused, codeContext: refused, workspaceCodeContext: refused, index: refused });
    const service = watchedService(core, () => {
      begun += 1;
      return { close: async () => undefined };
    });
    expect(begun).toBe(0);
    await call(service).catch(() => undefined);
    await call(service).catch(() => undefined);
    expect(begun).toBe(1);
  });
});
