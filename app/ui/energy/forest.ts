const MAX_TREES = 14;

/** Number of trees that are drawn: one more each time the number doubles. */
export function countDrawnTrees(trees: number): number {
  return trees > 0 ? Math.min(MAX_TREES, Math.ceil(Math.log2(trees + 1))) : 0;
}
