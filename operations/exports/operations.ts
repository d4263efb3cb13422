import {
  addExport,
  countExports,
  deleteExport,
  downloadExport,
  listExports,
} from "./export-tasks.ts";

export const exportOperations = [
  addExport,
  listExports,
  downloadExport,
  countExports,
  deleteExport,
] as const;
