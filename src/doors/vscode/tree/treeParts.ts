/** What the tree view loads when it first shows something. */
export { childrenOf } from './treeChildren';
export { runNodeCommand } from './nodeCommands';
export { placeOf } from './treeNodes';
export { rowOf, summaryOf } from './treeItems';
