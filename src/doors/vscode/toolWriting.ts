import type { ExpandPack } from '../../contract/expandTool';
import type { ContextPack } from '../../contract/tools';
import { fittedExpansion } from '../../workspace/expandBudget';
import { expandTextOf } from '../../workspace/expandText';
import { fittedPack } from '../../workspace/packBudget';
import { packTextOf } from '../../workspace/packText';
import type { Writing } from './tokenBudget';

export { textWithinBudget } from './tokenBudget';

export const contextWriting: Writing<ContextPack> = { textOf: packTextOf, fitted: fittedPack };
export const expandWriting: Writing<ExpandPack> = { textOf: expandTextOf, fitted: fittedExpansion };
