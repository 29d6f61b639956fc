import { describe, expect, it } from 'vitest';
import { panelMessageSchema } from '../../../src/webview/messages/toPanel';
import { contextPack } from '../../doors/vscodePack';

describe('panelMessageSchema', () => {
  it('accepts an answer as the contract has it', () => {
    expect(panelMessageSchema.safeParse({ type: 'answer', request: 1, pack: contextPack(3) }).success).toBe(true);
  });

  it.each([
    ['a pack that breaks the contract', { type: 'answer', request: 1, pack: { ...contextPack(1), passages: 'none' } }],
    ['a message without its question', { type: 'answer', pack: contextPack(1) }],
    ['an unknown key', { type: 'asking', request: 1, question: 'q', html: '<b>' }],
    ['an unknown type', { type: 'html', request: 1, html: '<b>' }],
    ['an unknown error code', { type: 'failed', request: 1, code: 'oops', message: 'm' }],
  ])('refuses %s', (_name, message) => {
    expect(panelMessageSchema.safeParse(message).success).toBe(false);
  });
});
