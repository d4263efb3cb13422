import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { checkCode, isLongCheckCode } from "#domain/loggers/check-code.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { digest } from "#protocol/keys/digest.ts";
import { describeError, Failure } from "../failure.ts";

/** A communication module as stored in the registry, and the number of its line in the file. */
export type ModuleLine = {
  line: number;
  serial: string;
  type: string;
  checkHash: string;
  secretHash: string;
  /** Whether its check code is given in plain text and is shorter than a new module's code may be. */
  hasShortCode?: true;
};

const serial = z.string().refine((text) => serialNumber.safeParse(text).success, {
  error: "serial is not 6 to 32 of A-Z, 0-9 and hyphen",
});
const type = z.string().regex(/^\P{C}{1,40}$/u, "type is not 1 to 40 characters");

/** A SHA-256 has 32 bytes, so the last of its 43 base64url characters carries only four bits. */
const hash = (name: string) =>
  z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, `${name} is not a SHA-256 in base64url`);

const typedCheckCode = z
  .string()
  .toUpperCase()
  .refine((text) => checkCode.safeParse(text).success, {
    error: "check_code is not 4 to 32 letters, digits and hyphens",
  });

/** 128 random bits have at least 22 base64url characters. */
const secret = z
  .string()
  .regex(/^[!-~]{22,128}$/, "secret is not 22 to 128 letters, digits and signs");

const hashed = z
  .object({ serial, type, check_hash: hash("check_hash"), secret_hash: hash("secret_hash") })
  .transform(({ check_hash, secret_hash, ...module }) => ({
    ...module,
    checkHash: check_hash,
    secretHash: secret_hash,
  }));

const plain = z
  .object({ serial, type, check_code: typedCheckCode, secret })
  .transform(({ check_code, secret, ...module }) => ({
    ...module,
    checkHash: digest(check_code),
    secretHash: digest(secret),
    ...(!isLongCheckCode(check_code) && { hasShortCode: true as const }),
  }));

const forms = {
  hashed: { columns: "serial, type, check_hash, secret_hash", schema: hashed },
  plain: { columns: "serial, type, check_code, secret", schema: plain },
};
type FormName = keyof typeof forms;

/**
 * Reads the modules of a CSV file whose first line names its columns. Errors never quote a cell, because a value in the
 * wrong column may be a secret.
 * @param form whether the file contains hashes, or check codes and secrets that are hashed here
 * @throws Failure that names each wrong line with its reason
 */
export function readModuleFile(path: string, form: FormName): ModuleLine[] {
  const text = readText(path);
  const {
    rows: [header, ...rows],
    broken,
  } = readRows(text);
  const faults = [...broken].map((line) => `line ${line}: its quotes are not as CSV has them`);
  const columns = readHeader(header?.cells ?? [], form);
  const modules: ModuleLine[] = [];
  for (const { line, cells } of rows) {
    const read = readModule(cells, columns, form);
    if (typeof read === "string") faults.push(`line ${line}: ${read}`);
    else modules.push({ line, ...read });
  }
  faults.push(...findRepeated(modules));
  if (faults.length === 0 && modules.length > 0) return modules;
  if (faults.length === 0) throw new Failure(`${path} has no modules, only the names of columns.`);
  faults.sort((one, other) => lineOf(one) - lineOf(other));
  throw new Failure(`${path}: ${howMany(faults.length)} wrong; nothing was written.`, faults);
}

function readText(path: string): string {
  try {
    // TextDecoder also removes the byte order mark that spreadsheets write.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : describeError(error);
    throw new Failure(`${path} cannot be read: ${reason}`);
  }
}

type Row = { line: number; cells: string[] };

/** Splits a file into rows. Cells cannot span lines, so an unclosed quotation mark is reported with its own line. */
function readRows(text: string): { rows: Row[]; broken: ReadonlySet<number> } {
  const [first = ""] = text.split("\n", 1);
  const broken = new Set<number>();
  let endless = false;
  const rows = parse(text, {
    delimiter: [",", ";", "\t"].find((sign) => first.includes(sign)) ?? ",",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === "CSV_QUOTE_NOT_CLOSED") endless = true;
      else broken.add(Number(error?.lines));
      return undefined;
    },
    trim: true,
  }) as unknown as { info: { lines: number }; record: string[] }[];
  if (endless) broken.add(Math.max(rows.at(-1)?.info.lines ?? 0, ...broken) + 1);
  return { rows: rows.map(({ info, record }) => ({ line: info.lines, cells: record })), broken };
}

function readHeader(cells: string[], form: FormName): string[] {
  const columns = cells.map((cell) => cell.toLowerCase());
  const names = [...columns].sort().join(", ");
  const fits = (one: FormName) => forms[one].columns.split(", ").sort().join(", ") === names;
  if (fits(form)) return columns;
  if (fits("plain"))
    throw new Failure(
      "line 1: the file has plain check codes and secrets. With --plain it is imported, and only their hashes are stored.",
    );
  if (fits("hashed")) throw new Failure("line 1: the file has hashes already: leave --plain out.");
  throw new Failure(`line 1 has to name the columns, in any order: ${forms[form].columns}.`);
}

/** Returns the module of a row, or a description of its error. */
function readModule(cells: string[], columns: string[], form: FormName) {
  if (cells.length !== columns.length) return `it has ${cells.length} of ${columns.length} columns`;
  const named = Object.fromEntries(columns.map((name, place) => [name, cells[place]]));
  const parsed = forms[form].schema.safeParse(named);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ message }) => message).join("; ");
}

/** Returns the modules whose secret occurs more than once, which shows that it was not generated at random. */
function findRepeated(modules: readonly ModuleLine[]): string[] {
  const faults: string[] = [];
  const seen = new Map<string, number>();
  for (const { line, serial, secretHash } of modules) {
    const before = seen.get(serial) ?? seen.get(secretHash);
    const what = seen.has(serial) ? "serial" : "secret";
    if (before !== undefined) faults.push(`line ${line}: its ${what} is that of line ${before}`);
    for (const key of [serial, secretHash]) if (!seen.has(key)) seen.set(key, line);
  }
  return faults;
}

function lineOf(fault: string): number {
  return Number(/\d+/.exec(fault)?.[0]);
}

function howMany(lines: number): string {
  return lines === 1 ? "1 line is" : `${lines} lines are`;
}
