import {
  addArchiveImport,
  addArchiveImportPart,
  addPersonArchive,
  addSiteArchive,
  deleteArchive,
  downloadArchive,
  listArchives,
  startImport,
} from "./archives.ts";

export const archiveOperations = [
  addSiteArchive,
  addPersonArchive,
  listArchives,
  downloadArchive,
  deleteArchive,
  addArchiveImport,
  addArchiveImportPart,
  startImport,
] as const;
