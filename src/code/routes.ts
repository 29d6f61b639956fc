import type { SyntaxCapture } from '../ports/codeParser';

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all', 'any', 'del', 'websocket']);
/** Registrations that name no method, or name it in the path. */
const WITHOUT_METHOD: ReadonlySet<string> = new Set(['route', 'handle', 'handlefunc', 'api_route', 'add_url_rule', 'map', 'resource', 'scope', 'path', 're_path']);
/** `MapGet` of ASP.NET, `GetMapping` of Spring, `HttpGet` of ASP.NET controllers. */
const NAMED_AFTER_METHOD = /^(?:map|http)(get|post|put|patch|delete|head|options)$|^(get|post|put|patch|delete|request)mapping$/;
/** What such a registration is called on; clients have the same methods. */
const REGISTRAR = /(?:^|[^\w$])\$?(?:this\.)?(?:\w*(?:app|router?|routes|server|api|mux|group|fastify|endpoints|blueprint|engine|builder)|bp|web|[a-z]|v\d+)\s*(?:\(\s*\))?\s*(?:\.|->|::)\s*$/i;
const RECEIVER_LENGTH = 80;

/**
 * The name of a route (`GET /orders/{id}`) that a call or an annotation registers; null where it is none.
 * @param path the text of its first argument.
 * @param pathEnd where that argument ends.
 */
export function routeNameOf(text: string, verb: SyntaxCapture, path: string, pathEnd: number): string | null {
  const name = text.slice(verb.start, verb.end).toLowerCase();
  const before = text.slice(Math.max(0, verb.start - RECEIVER_LENGTH), verb.start);
  const isAnnotation = /[@[]\s*(?:\w+\s*\.\s*)*$/.test(before);
  const named = NAMED_AFTER_METHOD.exec(name);
  if (named !== null) {
    const method = (named[1] ?? named[2] ?? '').replace('request', '').toUpperCase();
    return [method, isAnnotation && !path.startsWith('/') ? `/${path}` : path].join(' ').trim();
  }
  const inPath = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\/\S*)$/.exec(path);
  if (inPath !== null) return path;
  if (!path.startsWith('/') || /\s/.test(path)) return null;
  const isMethod = METHODS.has(name);
  if (!isMethod && !WITHOUT_METHOD.has(name)) return null;
  const isMember = /(?:\.|->|::)\s*$/.test(before);
  // A handler follows the path; without one it is a look-up.
  const isFollowed = /^\s*(?:,|\)\s*\{)/.test(text.slice(pathEnd, pathEnd + 20));
  if (isMember && !isAnnotation && (!isFollowed || (isMethod && !REGISTRAR.test(before)))) return null;
  return isMethod ? `${name === 'del' ? 'DELETE' : name.toUpperCase()} ${path}` : path;
}
