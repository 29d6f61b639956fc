import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type LoggingLevel,
  LoggingLevelSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { errorReportOf, WorkspaceContextError } from '../../contract/errors';
import { SERVER_INSTRUCTIONS } from '../../contract/toolTexts';
import type { Health } from '../../ports/health';
import { detailsOf, type Log } from '../../ports/log';
import type { AskOptions, Follower, WorkspaceService } from '../../workspace/service';
import type { Allowance } from './allowance';
import { CheckedServer } from './checkedServer';
import { foldedName, namesByClient, type ToolNaming } from './toolNames';
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
  /** How tools are named for a client; without dots for those that take none unless given. */
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

const LEVELS = LoggingLevelSchema.options;
/** What a call tells while it runs is told at this level where the client wants no progress of it. */
const NOTICE_LEVEL: LoggingLevel = 'info';

/**
 * The client as it follows its call: it may take it back, and is told what goes on, as progress where it asked for that, else as a
 * message of the log. What cannot be told is lost: the answer is worth as much.
 * @param logged whether the client wants such messages.
 */
function followerOf({ signal, sendNotification, _meta }: RequestHandlerExtra<ServerRequest, ServerNotification>, logged: () => boolean): Follower {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  const onNotice = (markdown: string): void => {
    progress += 1;
    const sent =
      progressToken !== undefined
        ? sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message: markdown } })
        : logged()
          ? sendNotification({ method: 'notifications/message', params: { level: NOTICE_LEVEL, logger: 'workspace-context', data: markdown } })
          : Promise.resolve();
    sent.catch(() => undefined);
  };
  return { signal, onNotice };
}

/**
 * An MCP server with our tools, for one client. Wrong arguments come back as a tool error whose text is
 * our own error in JSON, so that an agent reads what to change. The client is told whenever the tools go
 * or come back with the core's health.
 */
export function createMcpServer(options: McpServerOptions): McpSession {
  const { health, calls, naming = namesByClient } = options;
  const tools = offeredTools();
  const server = new CheckedServer(
    { name: 'workspace-context', title: 'Workspace Context', version: options.version },
    { capabilities: { tools: { listChanged: true }, logging: {} }, instructions: SERVER_INSTRUCTIONS, jsonSchemaValidator: SCHEMA_VALIDATOR },
  );
  const listedName = (toolName: string): string => naming(toolName, server.getClientVersion()?.name ?? null);
  const toolOf = (name: string) =>
    tools.find(({ listed }) => listed.name === name) ??
    tools.find(({ listed }) => listedName(listed.name) === name) ??
    tools.find(({ listed }) => foldedName(listed.name) === name);

  let level: LoggingLevel = 'debug';
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    ({ level } = params);
    return {};
  });
  const logged = (): boolean => LEVELS.indexOf(level) <= LEVELS.indexOf(NOTICE_LEVEL);

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: health.healthy() ? tools.map(({ listed }) => ({ ...listed, name: listedName(listed.name) })) : [],
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request, extra): Promise<CallToolResult> => {
    const tool = toolOf(request.params.name);
    if (tool === undefined) {
      const names = tools.map(({ listed }) => listedName(listed.name)).join(', ');
      throw new McpError(ErrorCode.InvalidParams, `There is no tool of this name; the tools are ${names}.`);
    }
    if (!health.healthy()) return refusal(cannotAnswerNow());
    if (calls?.take(1) === false) return refusal(tooManyCalls());
    try {
      const answer = await tool.call(await options.service(), request.params.arguments, options.ask, followerOf(extra, logged));
      return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured };
    } catch (thrown) {
      options.log.debug(detailsOf(thrown));
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
