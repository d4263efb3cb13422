export const memberOperations = [] as const;
