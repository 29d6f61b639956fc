import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { expandPackSchema, workspaceExpandInput } from '../../contract/expandTool';
import { contextPackSchema, TOOL_NAMES, workspaceContextInput } from '../../contract/tools';
import { TOOL_TEXTS } from '../../contract/toolTexts';
import { expandTextOf } from '../../workspace/expandText';
import { packTextOf } from '../../workspace/packText';
import type { AskOptions, WorkspaceService } from '../../workspace/service';

/** What a tool call becomes before it is put in MCP's form. */
export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

/** A tool as it is listed, and how it is called. */
export interface OfferedTool {
  readonly listed: Tool;
  readonly call: (service: WorkspaceService, args: unknown, options: AskOptions) => Promise<ToolAnswer>;
}

const READ_ONLY: Tool['annotations'] = { readOnlyHint: true, openWorldHint: false, idempotentHint: true };

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io }) as Tool['inputSchema'];
}

function makeTools(): OfferedTool[] {
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
      call: async (service, args, options) => {
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
      call: async (service, args, options) => {
        const pack = await service.expand(args, options);
        return { structured: pack, text: expandTextOf(pack) };
      },
    },
  ];
}

let made: readonly OfferedTool[] | null = null;

/** The tools behind every MCP server; made once, because their schemas are the same for every client. */
export function offeredTools(): readonly OfferedTool[] {
  made ??= makeTools();
  return made;
}
