import { createRunHealth } from '../../src/adapters/runHealth';

/*
 * Run as a process of its own: records how a command ended, again and again, until it is killed.
 * Arguments: the folder, a file that is not used here, the repository's key, the first run's number.
 */

const [folder, , repository, firstRound] = process.argv.slice(2) as [string, string, string, string];

async function writeRounds(): Promise<void> {
  const runs = createRunHealth({ folder });
  for (let round = Number(firstRound); ; round += 1) {
    await runs.record(repository, { verdict: 'succeeded', name: `run ${round}`, endedAt: new Date(round * 1_000).toISOString() });
    process.stdout.write(`${round}\n`);
  }
}

void writeRounds();
