/** Purposes of files. Users who may see the object that a file belongs to may read the file. */
export const FILE_KINDS = ["picture", "export"] as const;
export type FileKind = (typeof FILE_KINDS)[number];
