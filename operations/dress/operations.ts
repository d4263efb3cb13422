export const dressOperations = [] as const;
