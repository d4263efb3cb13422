export const shareOperations = [] as const;
