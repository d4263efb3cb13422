/** Why an archive is refused; each has a text in `archive.json` of the locales. */
export const ARCHIVE_FAULTS = [
  "notArchive",
  "unknownVersion",
  "wrongKind",
  "tooLarge",
  "missingFile",
  "unknownFile",
  "changedFile",
  "wrongRow",
] as const;
export type ArchiveFault = (typeof ARCHIVE_FAULTS)[number];

/** Name under which the list of all files at the end of the ZIP is reported. */
export const DIRECTORY = "ZIP directory";

/** An archive is refused. It names the file, and the row of it, counted from 1. */
export class ArchiveDamaged extends Error {
  override name = "ArchiveDamaged";
  readonly fault: ArchiveFault;
  readonly file: string;
  readonly row: number | null;

  constructor(fault: ArchiveFault, file: string, row: number | null = null) {
    super(`${fault}: ${file}${row === null ? "" : `, row ${row}`}`);
    this.fault = fault;
    this.file = file;
    this.row = row;
  }
}
