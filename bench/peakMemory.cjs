// Loaded into measured processes: leaves the process's peak memory (MiB) behind when it ends.
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const folder = process.env.WORKSPACE_CONTEXT_BENCH_MEMORY;
if (isMainThread && folder) {
  process.on('exit', () => {
    writeFileSync(path.join(folder, String(process.pid)), String(process.resourceUsage().maxRSS / 1024));
  });
}
