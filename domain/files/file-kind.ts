/** What a file is for; it is read by whoever may see the thing it belongs to. */
export const FILE_KINDS = ["picture"] as const;
export type FileKind = (typeof FILE_KINDS)[number];
