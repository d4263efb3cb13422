export const tokenOperations = [] as const;
