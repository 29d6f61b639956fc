import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type AnyObjectSchema, getLiteralValue, getObjectShape, safeParse, type SchemaOutput } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** What a request is handled with, of the type that a schema gives it. */
type Handler<Schema extends AnyObjectSchema> = Parameters<typeof Server.prototype.setRequestHandler<Schema>>[1];

/** Where the first fault of a request lies, and what it is, in a few words. */
function faultOf(error: unknown): string {
  const [issue] = (error as Partial<z.core.$ZodError>).issues ?? [];
  return issue === undefined ? 'params' : `${issue.path.join('.') || 'params'}: ${issue.message.replace(/\.$/, '')}`;
}

/**
 * The SDK's server, but for requests that are malformed: they are refused as the client's fault (`InvalidParams`). By itself
 * the SDK calls them an internal error. Of `tools/call` the SDK says what is wrong in its own words.
 */
export class CheckedServer extends Server {
  override setRequestHandler<Schema extends AnyObjectSchema>(schema: Schema, handler: Handler<Schema>): void {
    const shape = getObjectShape(schema);
    const method = shape?.['method'] === undefined ? undefined : getLiteralValue(shape['method']);
    if (typeof method !== 'string') throw new TypeError('A request is named by its method.');
    super.setRequestHandler(z.looseObject({ method: z.literal(method) }), (request, extra) => {
      const checked = safeParse(schema, request);
      if (!checked.success) throw new McpError(ErrorCode.InvalidParams, `The parameters of "${method}" are not valid: ${faultOf(checked.error)}.`);
      return handler(checked.data as SchemaOutput<Schema>, extra);
    });
  }
}
