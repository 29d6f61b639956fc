import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { expandPackSchema, workspaceExpandInput } from '../../contract/expandTool';
import { errorReportOf } from '../../contract/errors';
import { contextPackSchema, TOOL_NAMES, workspaceContextInput } from '../../contract/tools';
import { TOOL_TEXTS } from '../../contract/toolTexts';
import type { Log } from '../../ports/log';
import { expandTextOf } from '../../workspace/expandText';
import { packTextOf } from '../../workspace/packText';
import type { AskOptions, WorkspaceService } from '../../workspace/service';

/** What a tool call becomes before it is put in MCP's form. */
interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

interface OfferedTool {
  readonly listed: Tool;
  readonly call: (service: WorkspaceService, args: unknown) => Promise<ToolAnswer>;
}

const READ_ONLY: Tool['annotations'] = { readOnlyHint: true, openWorldHint: false, idempotentHint: true };

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io }) as Tool['inputSchema'];
}

function offeredTools(options: AskOptions): OfferedTool[] {
  return [
    {
      listed: {
        name: TOOL_NAMES.workspaceContext,
        title: TOOL_TEXTS.workspaceContext.title,
        description: TOOL_TEXTS.workspaceContext.description,
        inputSchema: jsonSchemaOf(workspaceContextInput, 'input'),
        outputSchema: jsonSchemaOf(contextPackSchema, 'output'),
        annotations: READ_ONLY,
      },
      call: async (service, args) => {
        const pack = await service.ask(args, options);
        return { structured: pack, text: packTextOf(pack) };
      },
    },
    {
      listed: {
        name: TOOL_NAMES.workspaceExpand,
        title: TOOL_TEXTS.workspaceExpand.title,
        description: TOOL_TEXTS.workspaceExpand.description,
        inputSchema: jsonSchemaOf(workspaceExpandInput, 'input'),
        outputSchema: jsonSchemaOf(expandPackSchema, 'output'),
        annotations: READ_ONLY,
      },
      call: async (service, args) => {
        const pack = await service.expand(args, options);
        return { structured: pack, text: expandTextOf(pack) };
      },
    },
  ];
}

export interface McpServerOptions {
  readonly version: string;
  readonly ask: AskOptions;
  readonly log: Log;
  /** The core that answers; asked for at the first call, when the client has told its roots. */
  readonly service: () => Promise<WorkspaceService>;
}

/**
 * An MCP server with our tools. Wrong arguments come back as a tool error whose text is our own error
 * in JSON, so that an agent reads what to change.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const tools = offeredTools(options.ask);
  const server = new Server(
    { name: 'workspace-context', title: 'Workspace Context', version: options.version },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map((tool) => tool.listed) }));
  server.setRequestHandler(CallToolRequestSchema, async (request): Promise<CallToolResult> => {
    const tool = tools.find((offered) => offered.listed.name === request.params.name);
    if (tool === undefined) {
      const names = tools.map((offered) => offered.listed.name).join(', ');
      throw new McpError(ErrorCode.InvalidParams, `There is no tool of this name; the tools are ${names}.`);
    }
    try {
      const answer = await tool.call(await options.service(), request.params.arguments);
      return { content: [{ type: 'text', text: answer.text }], structuredContent: answer.structured };
    } catch (thrown) {
      options.log.debug(String(thrown instanceof Error ? thrown.stack : thrown));
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorReportOf(thrown)) }] };
    }
  });
  return server;
}
