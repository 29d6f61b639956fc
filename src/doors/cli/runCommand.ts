import { errorReportOf, WorkspaceContextError } from '../../contract/errors';
import type { LastRun } from '../../contract/model';
import type { ForegroundCommand } from '../../ports/foregroundCommand';
import { harmlessLine } from '../../workspace/harmlessText';
import { commandRunName } from '../../workspace/runName';
import type { WorkspaceService } from '../../workspace/service';

/** Exit codes of shells for a command that could not be started. */
const NOT_STARTED = { 'not-found': 127, 'not-executable': 126 } as const;

/** A relative path, so the folder the command runs in. */
const CURRENT_FOLDER = '.';

export interface RunPorts {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly now: () => number;
  readonly runCommand: ForegroundCommand;
}

/** What `run --json` prints. */
export interface RunReport extends LastRun {
  readonly repository: string;
  readonly exitCode: number;
  /** False when the run was stopped, or could not be kept (standard error says why). */
  readonly recorded: boolean;
}

function notStarted(command: string, reason: keyof typeof NOT_STARTED): WorkspaceContextError {
  const shown = harmlessLine(command);
  return new WorkspaceContextError(
    'invalid-argument',
    reason === 'not-found'
      ? `There is no command "${shown}"; see that it is spelt right and that PATH leads to it.`
      : `The command "${shown}" could not be started; see that it may be executed and is a program.`,
  );
}

/**
 * Runs a command in the current folder and records whether it succeeded as the last run of the repository
 * there. A run that somebody stops has no outcome and is not recorded; nor is a command that does not start.
 * @returns the exit code for this program, which is the command's own whatever becomes of the record.
 * @throws WorkspaceContextError, before anything runs, when the folder lies outside of the workspace.
 */
export async function runAndRecord(
  ports: RunPorts,
  service: WorkspaceService,
  words: { readonly command: string; readonly args: readonly string[] },
  json: boolean,
): Promise<number> {
  const { command, args } = words;
  if (command.trim() === '') throw new WorkspaceContextError('invalid-argument', 'The command to run is empty; name one after "--".');
  const repository = await service.repositoryOf(CURRENT_FOLDER);
  const end = await ports.runCommand(command, args, json);
  if (end.kind === 'not-started') {
    const report = errorReportOf(notStarted(command, end.reason));
    if (json) ports.stdout.write(`${JSON.stringify(report)}\n`);
    else ports.stderr.write(`${harmlessLine(report.error.message)}\n`);
    return NOT_STARTED[end.reason];
  }
  const run: LastRun = {
    verdict: end.stopped ? 'unknown' : end.exitCode === 0 ? 'succeeded' : 'failed',
    name: commandRunName(command, args),
    endedAt: new Date(ports.now()).toISOString(),
  };
  const problem = end.stopped ? 'The command was stopped, so no run is recorded.' : await recordingProblem(service, run);
  const report: RunReport = { repository, ...run, exitCode: end.exitCode, recorded: problem === null };
  if (json) ports.stdout.write(`${JSON.stringify(report)}\n`);
  if (problem !== null) ports.stderr.write(`${problem}\n`);
  else if (!json && ports.stderr.isTTY === true) ports.stderr.write(`Recorded for ${harmlessLine(repository)}: ${run.name ?? 'the run'} ${run.verdict}.\n`);
  return end.exitCode;
}

/** Records a run; a sentence when that was not possible. */
async function recordingProblem(service: WorkspaceService, run: LastRun): Promise<string | null> {
  try {
    await service.recordRun(CURRENT_FOLDER, run);
    return null;
  } catch (thrown) {
    return errorReportOf(thrown).error.message;
  }
}
