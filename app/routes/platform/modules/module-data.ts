import type { ApiAnswer } from "#app/api/api-types.ts";

/** Modules on one page of the list. */
export const MODULES_PAGE = 50;

export const MODULE_STATES = ["all", "unclaimed", "claimed"] as const;

/** Maximum length of the text of an import, characters. */
export const MAX_CSV = 300_000;

export type ImportAnswer = ApiAnswer<"POST /platform/v2/module/import">;
export type ModuleSecrets = ImportAnswer["generated"][number];

/** A fault of a line of the text. */
export type LineFault = { line: number; field: string | null; fault: string };

/** Result of checking a text. */
export type CheckedImport = {
  csv: string;
  added: number;
  present: number;
  faults: readonly LineFault[];
};
export type ImportExtra = {
  checked: CheckedImport;
  imported: number;
  generated: readonly ModuleSecrets[];
};
export type AddExtra = { added: string };

/** Returns generated values as CSV. */
export function writeSecrets(generated: readonly ModuleSecrets[]): string {
  const lines = generated.map(({ serial, checkCode, secret }) =>
    [serial, checkCode, secret].join(),
  );
  return ["serial,check_code,secret", ...lines, ""].join("\r\n");
}
