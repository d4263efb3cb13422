/** Purpose of a file; users who may see the object it belongs to may read it. */
export const FILE_KINDS = ["picture"] as const;
export type FileKind = (typeof FILE_KINDS)[number];
