import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHAT_TOOLS, COMMANDS, CONTEXT_KEYS, LANGUAGE_MODEL_TOOLS, MCP_PROVIDER, SETTINGS, SETTINGS_SECTION } from '../../src/contract/ids';
import { workspaceCodeContextInput } from '../../src/contract/coordinatorTool';
import { workspaceExpandInput } from '../../src/contract/expandTool';
import { TOOL_TEXTS } from '../../src/contract/toolTexts';
import { TOOL_NAMES, workspaceContextInput } from '../../src/contract/tools';
import { foldedName } from '../../src/doors/mcp/toolNames';

const root = path.join(__dirname, '..', '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

interface Manifest {
  activationEvents: string[];
  engines: { vscode: string };
  devDependencies: Record<string, string>;
  main: string;
  icon: string;
  extensionKind: string[];
  capabilities: { untrustedWorkspaces: { supported: unknown; description: string; restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category: string }[];
    configuration: { properties: Record<string, { enum?: string[]; default?: unknown }> };
    mcpServerDefinitionProviders: { id: string; when: string }[];
    languageModelTools: {
      name: string;
      modelDescription: string;
      inputSchema: unknown;
      when: string;
      toolReferenceName: string;
      canBeReferencedInPrompt: boolean;
    }[];
  };
}
const manifest = JSON.parse(read('package.json')) as Manifest;
const nls = JSON.parse(read('package.nls.json')) as Record<string, string>;
const { contributes } = manifest;

describe('the manifest contributes what the code registers, no more and no less', () => {
  it('commands', () => {
    expect(contributes.commands.map(({ command }) => command).sort()).toEqual(Object.values(COMMANDS).sort());
  });

  it('settings', () => {
    const declared = Object.values(SETTINGS).map((name) => `${SETTINGS_SECTION}.${name}`);
    expect(Object.keys(contributes.configuration.properties).sort()).toEqual(declared.sort());
  });

  it('language-model tools, by the names MCP lists to clients that take no dots', () => {
    expect(contributes.languageModelTools.map(({ name }) => name).sort()).toEqual(Object.values(LANGUAGE_MODEL_TOOLS).sort());
    expect(LANGUAGE_MODEL_TOOLS).toEqual(Object.fromEntries(Object.entries(TOOL_NAMES).map(([key, name]) => [key, foldedName(name)])));
  });

  it('the MCP server, and which of the two the chat gets', () => {
    expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([MCP_PROVIDER]);
    const setting = contributes.configuration.properties[`${SETTINGS_SECTION}.${SETTINGS.chatTools}`];
    expect(setting).toMatchObject({ enum: Object.values(CHAT_TOOLS), default: CHAT_TOOLS.languageModelTools });
  });

  it('settings that decide what is read, or whether anything listens, may not come from an untrusted workspace', () => {
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(
      Object.values(SETTINGS).map((name) => `${SETTINGS_SECTION}.${name}`),
    );
  });
});

describe.each([
  ['workspaceContext', workspaceContextInput],
  ['workspaceExpand', workspaceExpandInput],
  ['workspaceCodeContext', workspaceCodeContextInput],
] as const)('the language-model tool %s', (reference, input) => {
  const tool = contributes.languageModelTools.find(({ name }) => name === LANGUAGE_MODEL_TOOLS[reference]);

  it('takes exactly the arguments of the contract, unknown ones refused', () => {
    const schema = z.toJSONSchema(input, { io: 'input' });
    expect({ ...(tool?.inputSchema as object), $schema: schema.$schema }).toEqual({ ...schema });
    expect(tool?.inputSchema).toMatchObject({ additionalProperties: false });
  });

  it('is described to agents in the same words behind every door', () => {
    expect(tool?.modelDescription).toBe(TOOL_TEXTS[reference].description);
  });

  it('has a name that VS Code accepts and can be referenced in a prompt', () => {
    expect(tool?.name).toMatch(/^[\w-]+$/);
    expect(tool?.canBeReferencedInPrompt).toBe(true);
    expect(tool?.toolReferenceName).toBe(reference);
  });

  it('is hidden by a negated key, because a key is unset until activation', () => {
    expect(tool?.when).toContain(`isWorkspaceTrusted && !${CONTEXT_KEYS.unavailable}`);
  });

  it('is hidden exactly where the MCP server is offered in its place', () => {
    const key = `config.${SETTINGS_SECTION}.${SETTINGS.chatTools}`;
    expect(tool?.when).toMatch(new RegExp(` && ${key} != '${CHAT_TOOLS.mcp}'$`));
    expect(contributes.mcpServerDefinitionProviders[0]?.when).toBe(`isWorkspaceTrusted && ${key} == '${CHAT_TOOLS.mcp}'`);
  });
});

describe('the manifest', () => {
  it('has a text for every %key%, and a key for every text', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? '');
    expect(used.sort()).toEqual(Object.keys(nls).sort());
  });

  it('names an icon that is there and is a PNG of at least 128 pixels, as the Marketplace wants', () => {
    const png = readFileSync(path.join(root, manifest.icon));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(128);
  });

  it('is active when the first task ends, whether or not anything was asked before', () => {
    expect(manifest.activationEvents).toEqual(['onStartupFinished']);
  });

  it('runs where the files are', () => {
    expect(manifest.extensionKind).toEqual(['workspace']);
  });

  it('uses the API of the oldest editor it admits', () => {
    const oldest = manifest.engines.vscode.replace(/^\^/, '').split('.').slice(0, 2).join('.');
    expect(manifest.devDependencies['@types/vscode']).toMatch(new RegExp(`^~${oldest.replace('.', '\\.')}\\.`));
  });

  it('packs no source, no test and no map: only what .vscodeignore lets through', () => {
    // The models are let through as a folder: they hold nothing else.
    const allowed = read('.vscodeignore').split('\n').filter((line) => line.startsWith('!') && line !== '!media/models/**');
    expect(allowed.some((line) => /src|test|\.map|node_modules|\*\*/.test(line))).toBe(false);
    for (const name of ['LICENSE', 'CHANGELOG.md']) expect(existsSync(path.join(root, name))).toBe(true);
  });
});
