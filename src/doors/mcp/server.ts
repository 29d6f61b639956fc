import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { errorReportOf, WorkspaceContextError } from '../../contract/errors';
import { SERVER_INSTRUCTIONS } from '../../contract/toolTexts';
import type { Health } from '../../ports/health';
import type { Log } from '../../ports/log';
import type { AskOptions, WorkspaceService } from '../../workspace/service';
import type { Allowance } from './allowance';
import { ownNames, type ToolNaming } from './toolNames';
import { offeredTools } from './tools';

export interface McpServerOptions {
  readonly version: string;
  readonly ask: AskOptions;
  readonly log: Log;
  /** The core that answers; asked for at the first call, when the client has told its roots. */
  readonly service: () => Promise<WorkspaceService>;
  /** While it is not healthy no tool is listed and every call is refused. */
  readonly health: Health;
  /** How many calls may run at once, shared by the servers that share a core; without it, any number. */
  readonly calls?: Allowance;
  /** How tools are named for a client; their own names unless given. */
  readonly naming?: ToolNaming;
}

/** One client's MCP server. */
export interface McpSession {
  readonly server: Server;
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>;
}

/** It validates nothing of ours (the SDK wants one for forms that a server asks its client to fill in), so all share it. */
const SCHEMA_VALIDATOR = new AjvJsonSchemaValidator();

const cannotAnswerNow = () =>
  new WorkspaceContextError('unavailable', 'Workspace Context cannot answer now; its tools are listed again as soon as it can.');

const tooManyCalls = () =>
  new WorkspaceContextError('unavailable', 'Too many questions are being answered at once; ask again in a moment.');

function refusal(thrown: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorReportOf(thrown)) }] };
}

/**
 * An MCP server with our tools, for one client. Wrong arguments come back as a tool error whose text is
 * our own error in JSON, so that an agent reads what to change. The client is told whenever the tools go
 * or come back with the core's health.
 */
export function createMcpServer(options: McpServerOptions): McpSession {
  const { health, calls, naming = ownNames } = options;
  const tools = offeredTools();
  const server = new Server(
    { name: 'workspace-context', title: 'Workspace Context', version: options.version },
    { capabilities: { tools: { listChanged: true } }, instructions: SERVER_INSTRUCTIONS, jsonSchemaValidator: SCHEMA_VALIDATOR },
  );
  const listedName = (toolName: string): string => naming(toolName, server.getClientVersion()?.name ?? null);
  const toolOf = (name: string) =>
    tools.find(({ listed }) => listed.name === name) ?? tools.find(({ listed }) => listedName(listed.name) === name);

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: health.healthy() ? tools.map(({ listed }) => ({ ...listed, name: listedName(listed.name) })) : [],
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request): Promise<CallToolResult> => {
    const tool = toolOf(request.params.name);
    if (tool === undefined) {
      const names = tools.map(({ listed }) => listedName(listed.name)).join(', ');
      throw new McpError(ErrorCode.InvalidParams, `There is no tool of this name; the tools are ${names}.`);
    }
    if (!health.healthy()) return refusal(cannotAnswerNow());
    if (calls?.take(1) === false) return refusal(tooManyCalls());
    try {
      const answer = await tool.call(await options.service(), request.params.arguments, options.ask);
      return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured };
    } catch (thrown) {
      options.log.debug(String(thrown instanceof Error ? thrown.stack : thrown));
      return refusal(thrown);
    } finally {
      calls?.give(1);
    }
  });

  const stopListening = health.onChange(() => {
    // A client that has not introduced itself has seen no list yet.
    if (server.getClientVersion() === undefined) return;
    server.sendToolListChanged().catch((thrown: unknown) => options.log.debug(String(thrown)));
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = () => {
      stopListening();
      resolve();
    };
  });
  return { server, closed };
}
