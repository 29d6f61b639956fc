import type { CodePack } from '../../contract/codeTool';
import type { WorkspaceCodePack } from '../../contract/coordinatorTool';
import type { ExpandPack } from '../../contract/expandTool';
import type { ContextPack } from '../../contract/tools';
import { fittedCode } from '../../workspace/codeBudget';
import { codeTextOf } from '../../workspace/codeText';
import { fittedExpansion } from '../../workspace/expandBudget';
import { expandTextOf } from '../../workspace/expandText';
import { fittedPack } from '../../workspace/packBudget';
import { packTextOf } from '../../workspace/packText';
import { fittedWorkspaceCode } from '../../workspace/workspaceCodeBudget';
import { workspaceCodeTextOf } from '../../workspace/workspaceCodeText';
import type { Writing } from './tokenBudget';

export { textWithinBudget } from './tokenBudget';
export { following } from './toolFollowing';

export const contextWriting: Writing<ContextPack> = { textOf: packTextOf, fitted: fittedPack };
export const expandWriting: Writing<ExpandPack> = { textOf: expandTextOf, fitted: fittedExpansion };
export const codeWriting: Writing<CodePack> = { textOf: codeTextOf, fitted: fittedCode };
export const workspaceCodeWriting: Writing<WorkspaceCodePack> = { textOf: workspaceCodeTextOf, fitted: fittedWorkspaceCode };
