import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { codeContextInput, codePackSchema } from '../../contract/codeTool';
import { workspaceCodeContextInput, workspaceCodePackSchema } from '../../contract/coordinatorTool';
import { expandPackSchema, workspaceExpandInput } from '../../contract/expandTool';
import { contextPackSchema, TOOL_NAMES, workspaceContextInput } from '../../contract/tools';
import { TOOL_TEXTS } from '../../contract/toolTexts';
import { codeTextOf } from '../../workspace/codeText';
import { expandTextOf } from '../../workspace/expandText';
import { packTextOf } from '../../workspace/packText';
import type { AskOptions, Follower, WorkspaceService } from '../../workspace/service';
import { workspaceCodeTextOf } from '../../workspace/workspaceCodeText';

/** What a tool call becomes before it is put in MCP's form. */
export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

/** A tool as it is listed, and how it is called. */
export interface OfferedTool {
  readonly listed: Tool;
  /** @param follower whoever follows the call while it runs. */
  readonly call: (service: WorkspaceService, args: unknown, options: AskOptions, follower: Follower) => Promise<ToolAnswer>;
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
    {
      listed: {
        name: TOOL_NAMES.codeContext,
        title: TOOL_TEXTS.codeContext.title,
        description: TOOL_TEXTS.codeContext.description,
        inputSchema: jsonSchemaOf(codeContextInput, 'input'),
        outputSchema: jsonSchemaOf(codePackSchema, 'output'),
        annotations: READ_ONLY,
      },
      call: async (service, args, options, follower) => {
        const pack = await service.codeContext(args, options, follower);
        return { structured: pack, text: codeTextOf(pack) };
      },
    },
    {
      listed: {
        name: TOOL_NAMES.workspaceCodeContext,
        title: TOOL_TEXTS.workspaceCodeContext.title,
        description: TOOL_TEXTS.workspaceCodeContext.description,
        inputSchema: jsonSchemaOf(workspaceCodeContextInput, 'input'),
        outputSchema: jsonSchemaOf(workspaceCodePackSchema, 'output'),
        annotations: READ_ONLY,
      },
      call: async (service, args, options, follower) => {
        const pack = await service.workspaceCodeContext(args, options, follower);
        return { structured: pack, text: workspaceCodeTextOf(pack) };
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
