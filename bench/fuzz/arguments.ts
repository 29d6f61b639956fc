import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ErrorCode as McpErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import os from 'node:os';
import type { z } from 'zod';
import { codePackSchema } from '../../src/contract/codeTool';
import { PACK_BYTES } from '../../src/contract/constants';
import { workspaceCodePackSchema } from '../../src/contract/coordinatorTool';
import { ERROR_CODES, type ErrorReport, isWrongInput, WorkspaceContextError } from '../../src/contract/errors';
import { expandPackSchema } from '../../src/contract/expandTool';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { contextPackSchema, TOOL_NAMES } from '../../src/contract/tools';
import { createMcpServer } from '../../src/doors/mcp/server';
import { offeredTools } from '../../src/doors/mcp/tools';
import { harmlessText } from '../../src/workspace/harmlessText';
import { type CaseResult, digestOf, type Fuzzer, thrownFinding } from './fuzzer';
import { type Json, mutatedJson, oddValue } from './mutateJson';
import { type Random, randomOf } from './random';
import { sampleService, WAIT } from './sampleService';

/** So many calls go through a client and a server of MCP; the others go to the tools themselves. */
const MCP_SHARE = 0.15;
/** After so many calls a plain question has to be answered as it was at first. */
const ASKED_AGAIN_EVERY = 40;
/** Longest refusal that still is a sentence. */
const MESSAGE_UNITS = 1_500;

const PLAIN_QUESTION = { question: 'How do we rotate the secrets of billing-worker?', limit: 3 };

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  [TOOL_NAMES.workspaceContext]: contextPackSchema,
  [TOOL_NAMES.workspaceExpand]: expandPackSchema,
  [TOOL_NAMES.codeContext]: codePackSchema,
  [TOOL_NAMES.workspaceCodeContext]: workspaceCodePackSchema,
};

/** Good arguments of each tool. `root` is where a repository really lies: an answer must not tell. */
function goodArguments(tool: string, random: Random, roots: Readonly<Record<string, string>>): Json {
  const ids = Object.keys(roots);
  const task = random.pick(['retry a failed charge', 'rotate the secrets of billing-worker', 'refundDesk', 'where are baskets priced?', 'callApi timeout']);
  const payload = { task, mode: random.pick(['explore', 'plan']), limit: 1 + random.below(30), keywords: random.chance(0.3) ? ['refund', 'callApi'] : [], includeSnippet: random.chance(0.7), snippetLines: 1 + random.below(80) };
  switch (tool) {
    case TOOL_NAMES.workspaceContext:
      return { question: random.pick(['How long is a lease good for?', 'what happens to failed payments?', 'state-worker', 'webhooks retry idempotency key']), limit: 1 + random.below(25), ...(random.chance(0.2) ? { asOf: '2026-05-01' } : {}), ...(random.chance(0.2) ? { workspace: 'shop' } : {}) };
    case TOOL_NAMES.workspaceExpand:
      return { entityRef: random.pick(['billing-worker', 'component:default/state-worker', 'repo:default/shop-api', 'system:default/ordering']), depth: 1 + random.below(3), direction: random.pick(['in', 'out', 'both']), limit: 1 + random.below(100), ...(random.chance(0.3) ? { edgeTypes: ['dependsOn', 'partOf'] } : {}), ...(random.chance(0.1) ? { asOf: '2026-05-01T10:00:00Z' } : {}) };
    case TOOL_NAMES.codeContext:
      return { repo: random.pick(ids), ...payload, scope: random.chance(0.3) ? ['src', 'apps/storefront'] : [] };
    default:
      return {
        targets: ids.slice(0, 1 + random.below(ids.length)).map((id) => ({ id, ...(random.chance(0.3) ? { root: roots[id] } : {}), ...(random.chance(0.3) ? { payload: { limit: 3 } } : {}) })),
        payload,
        ...(random.chance(0.3) ? { budget: { bytes: 500 + random.below(60_000), millis: 60_000 } } : {}),
        ...(random.chance(0.2) ? { maxParallel: 1 + random.below(4) } : {}),
        ...(random.chance(0.1) ? { continuations: [{ repository: ids[0], cursor: 'c1.x' }] } : {}),
      };
  }
}

/** What is wrong with a refusal, if anything. */
function brokenRefusal(code: string, message: string, wrongInput: boolean): string[] {
  const broken: string[] = [];
  if (!(ERROR_CODES as readonly string[]).includes(code)) broken.push(`it was refused with "${code}", which is no code`);
  if (!wrongInput) broken.push(`it was refused with "${code}": ${message.slice(0, 200)}`);
  if (message.length > MESSAGE_UNITS) broken.push(`a refusal has ${message.length} units`);
  if (!/[.?!)”"]$/.test(message.trim()) || !/\s/.test(message)) broken.push(`a refusal is no sentence: "${message.slice(0, 200)}"`);
  return broken;
}

/** What is wrong with an answer, if anything. */
function brokenAnswer(tool: string, args: Json, structured: unknown, text: string): string[] {
  const broken: string[] = [];
  const parsed = SCHEMAS[tool]?.safeParse(structured);
  if (parsed?.success !== true) broken.push(`the answer is not of its schema: ${parsed?.error.issues[0]?.path.join('.')} ${parsed?.error.issues[0]?.message}`);
  if (digestOf(JSON.parse(JSON.stringify(structured))) !== digestOf(structured)) broken.push('the answer is not what its JSON says');
  const bytes = jsonBytes(structured);
  const own = (args as { budget?: { bytes?: unknown } } | null)?.budget?.bytes;
  // A question is echoed, and a small budget of the caller's own leaves room for what rows have to say.
  const most = tool === TOOL_NAMES.workspaceCodeContext ? Math.max(typeof own === 'number' ? own : 0, PACK_BYTES) + 8 * 1024 : PACK_BYTES;
  if (bytes > most) broken.push(`the answer has ${bytes} bytes, more than ${most}`);
  if (harmlessText(text) !== text) broken.push('the text for an agent has control characters');
  return broken;
}

/** Calls of the four tools with arguments that are mostly wrong, of one core over the sample workspace. */
export async function argumentFuzzer(seed: string, folder: string): Promise<Fuzzer> {
  const { service, folders } = await sampleService(folder);
  const roots = Object.fromEntries(folders.map((root) => [root.split(/[\\/]/).at(-1) ?? '', root]));
  const tools = new Map(offeredTools().map((tool) => [tool.listed.name, tool]));
  const names = [...tools.keys()];
  const machinePaths = [...folders, folder, service.home, os.homedir()].filter((place) => place.length > 1);
  const plain = async (): Promise<string> => digestOf((await service.ask(PLAIN_QUESTION, WAIT)).passages);
  const answerAtFirst = await plain();

  const silent = { debug: () => undefined, warn: () => undefined };
  const { server } = createMcpServer({ version: '0', ask: WAIT, log: silent, service: async () => service, health: { healthy: () => true, onChange: () => () => undefined }, naming: (name) => name });
  const client = new Client({ name: 'fuzz', version: '0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  // With the list it knows the schemas, and checks answers against them itself.
  await client.listTools();

  const throughMcp = async (tool: string, args: Json): Promise<{ outcome: string; findings: string[]; told: string }> => {
    try {
      const result = await client.callTool({ name: tool, arguments: args as Record<string, unknown> });
      const [content] = result.content as { text: string }[];
      const text = content?.text ?? '';
      if (result.isError !== true) return { outcome: 'answered', findings: brokenAnswer(tool, args, result.structuredContent, text), told: JSON.stringify(result) };
      const { error } = JSON.parse(text) as ErrorReport;
      return { outcome: `refused: ${error.code}`, findings: brokenRefusal(error.code, error.message, isWrongInput(new WorkspaceContextError(error.code, ''))), told: text };
    } catch (thrown) {
      if (!(thrown instanceof McpError)) return { outcome: 'threw', findings: [thrownFinding(thrown)], told: String(thrown) };
      const isTyped = thrown.code === McpErrorCode.InvalidParams || thrown.code === McpErrorCode.InvalidRequest;
      return { outcome: `refused: MCP ${thrown.code}`, findings: isTyped ? [] : [`MCP refused with ${thrown.code}: ${thrown.message.slice(0, 200)}`], told: thrown.message };
    }
  };

  const directly = async (tool: string, args: Json): Promise<{ outcome: string; findings: string[]; told: string }> => {
    try {
      const offered = tools.get(tool);
      if (offered === undefined) throw new Error(`There is no tool ${tool}.`);
      const { structured, text } = await offered.call(service, args, WAIT, { signal: new AbortController().signal, onNotice: () => undefined });
      return { outcome: 'answered', findings: brokenAnswer(tool, args, structured, text), told: JSON.stringify(structured) + text };
    } catch (thrown) {
      if (!(thrown instanceof WorkspaceContextError)) return { outcome: 'threw', findings: [thrownFinding(thrown)], told: '' };
      return { outcome: `refused: ${thrown.code}`, findings: brokenRefusal(thrown.code, thrown.message, isWrongInput(thrown)), told: thrown.message };
    }
  };

  return {
    run: async (number): Promise<CaseResult> => {
      const random = randomOf(`${seed}/arguments/${number}`);
      const tool = random.pick(names);
      let args: Json = goodArguments(tool, random, roots);
      for (let times = random.below(4); times > 0; times -= 1) args = mutatedJson(args, random);
      if (random.chance(0.03)) args = oddValue(random);
      const { outcome, findings, told } = random.chance(MCP_SHARE) ? await throughMcp(tool, args) : await directly(tool, args);
      const place = machinePaths.find((path) => told.includes(path) || told.includes(JSON.stringify(path).slice(1, -1)));
      if (place !== undefined) findings.push('a path of the machine is told');
      if ('polluted' in {}) findings.push('the prototype of all objects was changed');
      if (number % ASKED_AGAIN_EVERY === 0 && (await plain()) !== answerAtFirst) findings.push('a plain question is answered otherwise afterwards');
      return { subject: tool, outcome, findings, input: async () => JSON.stringify({ tool, args }, null, 1) };
    },
    close: async () => {
      await client.close();
      await service.idle();
    },
  };
}
