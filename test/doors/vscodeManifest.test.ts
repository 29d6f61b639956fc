import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANSWER_PANEL, CHAT_COMMANDS, CHAT_PARTICIPANT, CHAT_TOOLS, COMMANDS, CONTEXT_KEYS, LANGUAGE_MODEL_TOOLS, MCP_CLIENTS, MCP_PROVIDER, SETTINGS, SETTINGS_SECTION, SIDE_BAR_VIEW, STATUS_SCHEME, TREE_VIEW, VIEW_CONTAINER, WALKTHROUGH, WALKTHROUGH_STEPS } from '../../src/contract/ids';
import { codeContextInput } from '../../src/contract/codeTool';
import { workspaceCodeContextInput } from '../../src/contract/coordinatorTool';
import { workspaceExpandInput } from '../../src/contract/expandTool';
import { TOOL_TEXTS } from '../../src/contract/toolTexts';
import { TOOL_NAMES, workspaceContextInput } from '../../src/contract/tools';
import { foldedName } from '../../src/doors/mcp/toolNames';
import { agentLabelOf, AGENTS } from '../../src/doors/vscode/agentConfigurations';

const root = path.join(__dirname, '..', '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

interface Setting {
  type: string | string[];
  scope: string;
  order: number;
  enum?: string[];
  enumItemLabels?: string[];
  markdownEnumDescriptions?: string[];
  markdownDescription: string;
  default?: unknown;
}

interface WalkthroughStep {
  id: string;
  title: string;
  description: string;
  media: { svg: string; altText: string };
  completionEvents: string[];
}

interface Manifest {
  l10n: string;
  activationEvents: string[];
  engines: { vscode: string };
  devDependencies: Record<string, string>;
  main: string;
  icon: string;
  extensionKind: string[];
  capabilities: { untrustedWorkspaces: { supported: unknown; description: string; restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category: string; icon?: string }[];
    configuration: { properties: Record<string, Setting> };
    chatParticipants: { id: string; name: string; fullName: string; description: string; sampleRequest: string; commands: { name: string; description: string; sampleRequest: string }[] }[];
    walkthroughs: { id: string; title: string; description: string; icon: string; steps: WalkthroughStep[] }[];
    viewsContainers: { activitybar: { id: string; title: string; icon: string }[] };
    views: Record<string, { id: string; name: string; icon: string; initialSize: number }[]>;
    menus: Record<string, { command?: string; when?: string }[]>;
    viewsWelcome: { view: string; contents: string; when: string }[];
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
/** What stands for a `%key%`; any other text as it is. */
const textFor = (text: string): string => (/^%.*%$/.test(text) ? (nls[text.slice(1, -1)] ?? '') : text);

/** Commands of the editor that our texts may lead to; those of ours and of our views are known from the manifest. */
const EDITOR_COMMANDS = ['workbench.trust.manage', 'workbench.action.files.openFolder', 'workbench.action.chat.open', 'workbench.action.openSettings'];
const KNOWN_COMMANDS = [...Object.values(COMMANDS), ...[SIDE_BAR_VIEW, TREE_VIEW].map((view) => `${view}.focus`), ...EDITOR_COMMANDS];
/** Commands that a text links, with what they are given. */
const commandLinksOf = (text: string): { command: string; argument: string | null }[] =>
  [...text.matchAll(/\]\(command:([^)?]+)(?:\?([^)]*))?\)/g)].map(([, command = '', argument]) => ({ command, argument: argument ?? null }));

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
    // What only the person can set (`application`) comes from no workspace at all.
    const fromWorkspaces = Object.values(SETTINGS).map((name) => `${SETTINGS_SECTION}.${name}`).filter((name) => contributes.configuration.properties[name]?.scope !== 'application');
    expect([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort()).toEqual(fromWorkspaces.sort());
  });

  it('the agents that an MCP configuration can be copied for', () => {
    const setting = contributes.configuration.properties[`${SETTINGS_SECTION}.${SETTINGS.mcpClient}`];
    expect(setting).toMatchObject({ enum: [...MCP_CLIENTS], default: 'ask', scope: 'application' });
    expect(AGENTS.map(({ id }) => id)).toEqual(MCP_CLIENTS.filter((name) => name !== 'ask'));
    // What the setting calls an agent is what the command calls it.
    expect(setting?.enumItemLabels?.map(textFor).slice(1)).toEqual(AGENTS.map(agentLabelOf));
  });

  it('the participant of the chat, with its commands', () => {
    expect(contributes.chatParticipants.map(({ id }) => id)).toEqual([CHAT_PARTICIPANT]);
    expect(contributes.chatParticipants[0]?.commands.map(({ name }) => name)).toEqual(Object.values(CHAT_COMMANDS));
  });

  it('the views', () => {
    expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual([VIEW_CONTAINER]);
    expect(contributes.views[VIEW_CONTAINER]?.map(({ id }) => id).sort()).toEqual([SIDE_BAR_VIEW, TREE_VIEW].sort());
  });

  it('the panel with four times the room of the tree, which is long only when somebody opens it', () => {
    expect(Object.fromEntries((contributes.views[VIEW_CONTAINER] ?? []).map(({ id, initialSize }) => [id, initialSize]))).toEqual({ [SIDE_BAR_VIEW]: 4, [TREE_VIEW]: 1 });
  });

  it('the context keys that tick steps of the walkthrough, as a panel sets them', () => {
    const ticked = contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap(({ id, completionEvents }) => completionEvents.flatMap((event) => (event.startsWith('onContext:') ? [[id, event.slice('onContext:'.length)]] : []))));
    expect(ticked).toEqual([['ask', CONTEXT_KEYS.questionAsked], ['graph', CONTEXT_KEYS.graphWalked], ['code', CONTEXT_KEYS.codeFound]]);
  });

  it('the walkthrough, with its steps', () => {
    expect(contributes.walkthroughs.map(({ id }) => id)).toEqual([WALKTHROUGH]);
    expect(contributes.walkthroughs[0]?.steps.map(({ id }) => id)).toEqual([...WALKTHROUGH_STEPS]);
  });
});

describe.each([
  ['workspaceContext', workspaceContextInput],
  ['workspaceExpand', workspaceExpandInput],
  ['codeContext', codeContextInput],
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

describe('the walkthrough', () => {
  const steps = contributes.walkthroughs[0]?.steps ?? [];

  it.each(steps.map((step) => [step.id, step] as const))('shows in its step %s a picture in the colours of the theme, with words for who does not see it', (_, { media }) => {
    const picture = read(media.svg);
    expect(picture).toContain('var(--vscode-');
    // Without the theme's colours a picture is right in one theme and wrong in the others.
    expect([...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color).filter((color) => color !== 'none' && !color?.startsWith('var(--vscode-'))).toEqual([]);
    expect(picture).not.toMatch(/<script|<foreignObject|<image|href=|on\w+=/);
    expect(textFor(media.altText)).not.toBe('');
  });

  it.each(steps.map((step) => [step.id, step] as const))('leads on from its step %s with a button, and is done with what the button does', (_, { description, completionEvents }) => {
    const links = commandLinksOf(textFor(description));
    expect(links.length).toBeGreaterThan(0);
    const doneBy = completionEvents.map((event) => event.replace(/^onCommand:/, '').replace(/^onView:(.*)$/, '$1.focus'));
    expect(links.some(({ command }) => doneBy.includes(command))).toBe(true);
  });
});

describe('the manifest', () => {
  it('has a text for every %key%, and a key for every text', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? '');
    expect([...new Set(used)].sort()).toEqual(Object.keys(nls).sort());
  });

  it.each(Object.entries(nls).filter(([, text]) => text.includes('](command:')))('links in %s only commands that exist, with arguments that can be read', (_, text) => {
    for (const { command, argument } of commandLinksOf(text)) {
      expect(KNOWN_COMMANDS).toContain(command);
      if (argument !== null) expect(() => JSON.parse(decodeURIComponent(argument)) as unknown).not.toThrow();
    }
  });

  it('titles every command under one category, with an icon of the editor', () => {
    for (const { title, category, icon } of contributes.commands) {
      expect(textFor(title)).not.toBe('');
      expect(category).toBe('Workspace Context');
      expect(icon).toMatch(/^\$\([a-z-]+\)$/);
    }
    const titles = contributes.commands.map(({ title }) => textFor(title));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('calls what builds the index by the name of its command wherever it is offered', () => {
    for (const text of Object.values(nls)) for (const [, label] of text.matchAll(/\[([^\]]+)\]\(command:workspaceContext\.refreshIndex\)/g)) expect(label).toBe(nls['command.refreshIndex']);
  });

  it('puts into menus only commands that it declares', () => {
    const declared = contributes.commands.map(({ command }) => command);
    expect(Object.values(contributes.menus).flat().flatMap(({ command }) => (command === undefined || declared.includes(command) ? [] : [command]))).toEqual([]);
  });

  it('names only icons of the editor that there are, and pictures that are there', () => {
    const glyphs = read('node_modules/@vscode/codicons/dist/codicon.css');
    const text = JSON.stringify(manifest);
    for (const [, name] of text.matchAll(/"\$\(([a-z-]+)\)"/g)) expect(glyphs).toContain(`.codicon-${name}:before`);
    for (const [, file] of text.matchAll(/"(media\/[^"]+)"/g)) expect(existsSync(path.join(root, file ?? '')), file).toBe(true);
  });

  it('describes every setting, in an order of its own, with a default of its type', () => {
    const settings = Object.values(contributes.configuration.properties);
    for (const { type, markdownDescription, default: value } of settings) {
      expect(textFor(markdownDescription).length).toBeGreaterThan(20);
      expect([type].flat()).toContain(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
    }
    const orders = settings.map(({ order }) => order);
    expect(orders).toEqual([...orders.keys()]);
  });

  it('names an icon that is there and is a PNG of at least 128 pixels, as the Marketplace wants', () => {
    const png = readFileSync(path.join(root, manifest.icon));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(128);
  });

  it('is active when the first task ends, whether or not anything was asked before, and for a status page that was open before', () => {
    expect(manifest.activationEvents).toEqual(['onStartupFinished', `onWebviewPanel:${ANSWER_PANEL}`, `onFileSystem:${STATUS_SCHEME}`]);
  });

  it('offers on the rows of the tree what they are for, and nowhere else', () => {
    const rows = contributes.menus['view/item/context'] ?? [];
    // What rows are called by the code that makes them.
    const contexts = ['repository', 'entity', 'entity.declared', 'document', 'file', 'notice', 'notice.file', 'embedding', 'skipped', 'reason', 'notices', 'more'];
    const offered = (context: string): string[] =>
      rows
        .filter(({ when = '' }) => {
          const [, same, pattern] = /viewItem (?:== ([\w.]+)|=~ \/(.+)\/)/.exec(when) ?? [];
          return same === undefined ? new RegExp(pattern ?? '$^').test(context) : same === context;
        })
        .map(({ command = '' }) => command.replace(`${SETTINGS_SECTION}.`, ''));
    expect(rows.every(({ when }) => when?.startsWith(`view == ${TREE_VIEW} && viewItem`))).toBe(true);
    expect(Object.fromEntries(contexts.map((context) => [context, [...new Set(offered(context))].sort()]).filter(([, commands]) => commands?.length))).toEqual({
      repository: ['copyReference', 'revealInExplorer'],
      entity: ['askAboutEntity', 'copyReference', 'showInGraph'],
      'entity.declared': ['askAboutEntity', 'copyReference', 'openDeclaration', 'showInGraph'],
      document: ['copyReference', 'revealInExplorer'],
      file: ['copyReference', 'revealInExplorer'],
      'notice.file': ['copyReference', 'revealInExplorer'],
      embedding: ['pauseEmbedding', 'resumeEmbedding'],
    });
  });

  it('says what to do in an empty tree, whatever it is empty for, each in one case alone', () => {
    const welcomes = contributes.viewsWelcome.filter(({ view }) => view === TREE_VIEW);
    const cases = [
      { isWorkspaceTrusted: false, workspaceFolderCount: 0 },
      { isWorkspaceTrusted: false, workspaceFolderCount: 1 },
      { isWorkspaceTrusted: true, workspaceFolderCount: 0 },
      { isWorkspaceTrusted: true, workspaceFolderCount: 2 },
    ];
    const holds = (when: string, keys: Record<string, boolean | number>): boolean =>
      when.split(' && ').every((term) => {
        const [, not, key = '', operator, value] = /^(!?)(\w+)(?: (==|!=) (\d+))?$/.exec(term) ?? [];
        if (operator === undefined) return (keys[key] === true) === (not === '');
        return (keys[key] === Number(value)) === (operator === '==');
      });
    expect(cases.map((keys) => welcomes.filter(({ when }) => holds(when, keys)).map(({ contents }) => contents))).toEqual([
      ['%welcome.untrusted%'],
      ['%welcome.untrusted%'],
      ['%welcome.noFolder%'],
      ['%welcome.notAsked%'],
    ]);
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
