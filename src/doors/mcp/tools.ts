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

/** A tool by its schemas, how the core is asked, and how its answer reads. */
function offered<Pack extends Record<string, unknown>>(
  name: string,
  { title, description }: (typeof TOOL_TEXTS)[keyof typeof TOOL_TEXTS],
  schemas: { readonly input: z.ZodType; readonly output: z.ZodType<Pack> },
  ask: (service: WorkspaceService, args: unknown, options: AskOptions, follower: Follower) => Promise<Pack>,
  textOf: (pack: Pack) => string,
): OfferedTool {
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: jsonSchemaOf(schemas.input, 'input'),
      outputSchema: jsonSchemaOf(schemas.output, 'output'),
      annotations: READ_ONLY,
    },
    call: async (...call) => {
      const pack = await ask(...call);
      return { structured: pack, text: textOf(pack) };
    },
  };
}

function makeTools(): OfferedTool[] {
  return [
    offered(
      TOOL_NAMES.workspaceContext,
      TOOL_TEXTS.workspaceContext,
      { input: workspaceContextInput, output: contextPackSchema },
      (service, args, options) => service.ask(args, options),
      packTextOf,
    ),
    offered(
      TOOL_NAMES.workspaceExpand,
      TOOL_TEXTS.workspaceExpand,
      { input: workspaceExpandInput, output: expandPackSchema },
      (service, args, options) => service.expand(args, options),
      expandTextOf,
    ),
    offered(
      TOOL_NAMES.codeContext,
      TOOL_TEXTS.codeContext,
      { input: codeContextInput, output: codePackSchema },
      (service, args, options, follower) => service.codeContext(args, options, follower),
      codeTextOf,
    ),
    offered(
      TOOL_NAMES.workspaceCodeContext,
      TOOL_TEXTS.workspaceCodeContext,
      { input: workspaceCodeContextInput, output: workspaceCodePackSchema },
      (service, args, options, follower) => service.workspaceCodeContext(args, options, follower),
      workspaceCodeTextOf,
    ),
  ];
}

let made: readonly OfferedTool[] | null = null;

/** The tools behind every MCP server; made once, because their schemas are the same for every client. */
export function offeredTools(): readonly OfferedTool[] {
  made ??= makeTools();
  return made;
}
