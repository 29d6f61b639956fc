/** The grammar that reads a file, by its ending, for the benchmarks that ask no index. */
exports.GRAMMARS = {
  ts: 'typescript', tsx: 'tsx', js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript', py: 'python', go: 'go', java: 'java',
  cs: 'c-sharp', cpp: 'cpp', cc: 'cpp', c: 'c', h: 'cpp', rs: 'rust', rb: 'ruby', ru: 'ruby', php: 'php', sh: 'bash', css: 'css', kt: 'kotlin', kts: 'kotlin', swift: 'swift',
  ex: 'elixir', exs: 'elixir', scala: 'scala', dart: 'dart', m: 'objc',
};

/** The ending of a file's name, without the dot; empty where there is none. */
exports.endingOf = (file) => {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
};
