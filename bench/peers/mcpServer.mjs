/** An MCP server over standard input and output, asked as an agent asks it: measured from its start on. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { memoryOfTree } from './processes.mjs';
import { otherWordings, WARM_UP } from './wordings.mjs';

/**
 * Starts a server and asks it all questions: the first one with the start (`firstAnswer`), then other wordings to warm
 * it, then each question and its other wordings (`times`). Milliseconds; `answers[i]` is the result of `questions[i]`,
 * `memory` what its processes hold at the end, in bytes. The server is ended in any case.
 * @throws Error when all of it takes longer than `limitMillis`, or an answer is an error.
 */
export async function askServer({ command, args, env, cwd, limitMillis, rounds, tool, argumentsOf, questions }) {
  const client = new Client({ name: 'workspace-context-bench', version: '1.0.0' });
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'ignore' });
  const started = performance.now();
  const within = () => ({ timeout: Math.max(1, started + limitMillis - performance.now()) });
  const ask = async (question) => {
    const asked = performance.now();
    const result = await client.callTool({ name: tool, arguments: argumentsOf(question) }, undefined, within());
    if (result.isError) throw new Error(`it answered with an error: ${JSON.stringify(result.content).slice(0, 300)}`);
    return { result, millis: performance.now() - asked };
  };
  try {
    await client.connect(transport, within());
    await ask(otherWordings(questions[0], WARM_UP));
    const firstAnswer = performance.now() - started;
    for (const question of questions) await ask(otherWordings(question, WARM_UP));
    const answers = [];
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const question of questions) {
        const { result, millis } = await ask(otherWordings(question, round));
        if (round === 0) answers.push(result);
        times.push(millis);
      }
    }
    return { firstAnswer, times, answers, memory: memoryOfTree(transport.pid) };
  } finally {
    await client.close();
  }
}
