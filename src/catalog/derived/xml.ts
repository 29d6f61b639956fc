import { XMLParser } from 'fast-xml-parser';
import type { RepositoryPath } from '../../contract/model';
import { shortened } from '../declaration';
import type { Manifests } from './manifest';

/** An XML element: its children by tag, attributes by `@` and their name, always as lists. */
export type XmlElement = unknown;

/** Elements that may lie in each other; no project file has twenty. */
const DEPTH_LIMIT = 100;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: true,
  // Entities may be bombs, and numbers and booleans are names here.
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (_, __, ___, isAttribute) => !isAttribute,
});

/** Why a text cannot be parsed. What the parser says of a tag without an end is about its own functions. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be parsed';
  return error.message.startsWith('readTagExp') ? 'a tag is not closed' : shortened(error.message.replace(/\.$/, ''));
}

/** The document of an XML file; null, with a notice, when it cannot be parsed. */
export function parseXml(path: RepositoryPath, text: string, manifests: Manifests): XmlElement {
  try {
    if (depthOf(text) > DEPTH_LIMIT) {
      throw new Error('it is nested too deeply');
    }
    return parser.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    manifests.notify({ path, line: 1, message: `This file is not valid XML and is left out: ${reasonOf(error)}.` });
    return null;
  }
}

/** At least how many elements lie in each other. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z][^<>]*>/g)) {
    depth = tag.startsWith('</') ? Math.max(0, depth - 1) : tag.endsWith('/>') ? depth : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** All elements below some elements by a row of tags. */
export function elementsAt(element: XmlElement, ...tags: readonly string[]): XmlElement[] {
  return tags.reduce<unknown[]>((current, tag) => current.flatMap((parent) => childrenOf(parent, tag)), [element]);
}

/** The text of the first element by a row of tags; null when there is none or it is empty. */
export function elementText(element: XmlElement, ...tags: readonly string[]): string | null {
  const [found] = elementsAt(element, ...tags);
  return propertyText(found, '#text');
}

/** An attribute's value; null when it is not there or empty. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return propertyText(element, `@${name}`);
}

function childrenOf(parent: unknown, tag: string): unknown[] {
  const children = isObject(parent) && Object.hasOwn(parent, tag) ? parent[tag] : undefined;
  return Array.isArray(children) ? children : children === undefined ? [] : [children];
}

function propertyText(element: unknown, key: string): string | null {
  const value = isObject(element) && Object.hasOwn(element, key) ? element[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
