/**
 * Purposes of files. Users who may see the object that a file belongs to may read the file: `export` is an alarm log,
 * `history` has the energies or registers of a site as a whole, `registers` those of its equipment,
 * `archive` everything of a site or a user.
 */
export const FILE_KINDS = [
  "picture",
  "export",
  "history",
  "registers",
  "feedback",
  "archive",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];
