/** What `recorder.cjs` wrote down, as counts. Pure. */

/**
 * @typedef {object} Places folders by their physical paths
 * @property {string} workspace what is indexed
 * @property {string} home the index folder
 */

/** The command among git's arguments, its own name first: it stands after options and their values (`-c name=value`). */
export function gitCommandOf(args) {
  for (let at = 1; at < args.length; at += 1) {
    if (args[at] === '-c' || args[at] === '-C') at += 1;
    else if (!args[at].startsWith('-')) return args[at];
  }
  return '';
}

const programOf = (executable) => executable.split(/[\\/]/).at(-1).replace(/\.exe$/i, '').toLowerCase();

/** The events of a text with one JSON array a line. A last line that was cut off by the end of its process is left out. */
export function eventsOf(text) {
  return text.split('\n').flatMap((line, index, lines) => (line === '' || (index === lines.length - 1 && !line.endsWith(']')) ? [] : [JSON.parse(line)]));
}

/**
 * How much was asked of the machine, by flat names. Files outside of the workspace and the index folder (the product's own,
 * ignore files above the workspace) do not count: which there are is the machine's affair.
 * @param {readonly (readonly unknown[])[]} events
 * @param {Places} places
 */
export function countsOfEvents(events, { workspace, home }) {
  const below = (folder) => ([, file]) => file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`);
  const of = (kind) => events.filter(([one]) => one === kind);
  const bytes = (some) => some.reduce((sum, [, , count]) => sum + count, 0);
  const programs = of('process').map(([, executable]) => programOf(executable));
  const opened = of('open').filter(below(workspace));
  const written = of('write').filter(below(home));
  return {
    gitProcesses: programs.filter((name) => name === 'git').length,
    ownProcesses: programs.filter((name) => name === 'node').length,
    otherProcesses: programs.filter((name) => name !== 'git' && name !== 'node').length,
    threads: of('thread').length,
    textsEmbedded: of('embed').filter(([, what]) => what === 'text').length,
    questionsEmbedded: of('embed').filter(([, what]) => what === 'question').length,
    syntaxTrees: of('parse').length,
    filesOpened: opened.length,
    filesOpenedAgain: opened.length - new Set(opened.map(([, file]) => file)).size,
    bytesRead: bytes(of('read').filter(below(workspace))),
    foldersListed: of('list').filter(below(workspace)).length,
    factsAsked: of('look').filter(below(workspace)).length,
    indexFilesOpened: of('open').filter(below(home)).filter(([, file]) => !file.endsWith('.tmp')).length,
    indexBytesRead: bytes(of('read').filter(below(home))),
    indexFilesWritten: new Set(written.map(([, file]) => file)).size,
    indexBytesWritten: bytes(written),
  };
}

/** Which files were opened more than once, and how often: what a person looks at when the counts are odd. */
export function openedAgain(events, { workspace }) {
  const times = new Map();
  for (const [kind, file] of events) {
    if (kind === 'open' && file.startsWith(workspace)) times.set(file, (times.get(file) ?? 0) + 1);
  }
  return [...times].filter(([, count]) => count > 1).map(([file, count]) => `${count} × ${file.slice(workspace.length + 1)}`);
}

/** The git commands that were started, each with how often. */
export function gitCommands(events) {
  const times = new Map();
  for (const [kind, executable, args] of events) {
    if (kind !== 'process' || programOf(executable) !== 'git') continue;
    const command = gitCommandOf(args);
    times.set(command, (times.get(command) ?? 0) + 1);
  }
  return [...times].sort().map(([command, count]) => `${count} × ${command}`);
}
