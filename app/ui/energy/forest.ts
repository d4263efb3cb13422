const MAX_TREES = 14;

/** How many trees are drawn: one more each time that there are twice as many. */
export function countDrawnTrees(trees: number): number {
  return trees > 0 ? Math.min(MAX_TREES, Math.ceil(Math.log2(trees + 1))) : 0;
}
