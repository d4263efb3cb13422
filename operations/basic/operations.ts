export const basicOperations = [] as const;
