import { z } from "zod";
import type { findModules, NewModule } from "#database/platform/modules.ts";
import { checkCode, isLongCheckCode, MIN_NEW_CODE_LENGTH } from "#domain/loggers/check-code.ts";
import {
  CODE_LENGTH,
  LOGGER_SECRET,
  makeCheckCode,
  moduleType,
  SECRET_BYTES,
  SHA256_BASE64URL,
} from "#domain/loggers/module-secrets.ts";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import type { FieldLimit } from "#domain/problem.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { keyedCheckHash } from "#protocol/keys/check-hash.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import type { Context } from "../context.ts";

/** Maximum modules of one import: their hashes stay far below the size of one parameter of D1. */
export const MAX_IMPORTED_MODULES = 1_000;

/** Longest cell that is read; longer ones cannot be right. */
const MAX_CELL = 200;
const cell = z.string().trim().max(MAX_CELL, "tooLong");
const optionalCell = cell.default("");

/** A module as it is entered; empty texts are absent. */
export const moduleRow = z.object({
  serial: cell.describe("6 to 32 of A-Z, 0-9 and hyphen"),
  type: cell.describe("Model name, up to 40 characters"),
  checkCode: optionalCell.describe("8 to 32 letters and digits; generated if empty"),
  secret: optionalCell.describe("22 to 128 letters, digits and signs; generated if empty"),
  checkHash: optionalCell.describe("SHA-256 of the check code, base64url"),
  secretHash: optionalCell.describe("SHA-256 of the secret, base64url"),
});
type Row = z.input<typeof moduleRow>;

export type RowFault = { row: number; field: string; fault: string; limit?: FieldLimit };
export type PreparedModule = { row: number; module: NewModule; isGenerated: boolean };
export type ModuleSecrets = { serial: string; checkCode: string; secret: string };

/** Checks the modules, generates absent values, and hashes all of them. */
export function prepareModules(
  rows: readonly Row[],
  context: Pick<Context, "keys" | "randomBytes">,
) {
  const faults: RowFault[] = [];
  const modules: PreparedModule[] = [];
  const generated: ModuleSecrets[] = [];
  const seen = new Map<string, Set<string>>();
  for (const [row, typed] of rows.entries()) {
    const found = checkRow(row, typed);
    const { serial, type, checkCode: code = "", secret = "", checkHash, secretHash } = found.values;
    const repeated = [
      ["serial", serial],
      ["secret", secret || secretHash],
    ].filter(([field = "", value = ""]) => !isFirst(seen, field, value));
    found.faults.push(...repeated.map(([field = ""]) => ({ row, field, fault: "repeatedInFile" })));
    faults.push(...found.faults);
    if (found.faults.length > 0) continue;
    const isGenerated = code === "" && !checkHash;
    const made = {
      serial,
      checkCode: code || makeCheckCode(context.randomBytes(CODE_LENGTH)),
      secret: secret || toBase64Url(context.randomBytes(SECRET_BYTES)),
    };
    if ((code === "" || secret === "") && !checkHash) generated.push(made);
    modules.push({
      row,
      isGenerated,
      module: {
        serial,
        type,
        checkHash: keyedCheckHash(context.keys, checkHash || digest(made.checkCode)),
        secretHash: secretHash || digest(made.secret),
      },
    });
  }
  return { faults, modules, generated };
}

function isFirst(seen: Map<string, Set<string>>, field: string, value: string): boolean {
  if (value === "") return true;
  const values = seen.get(field) ?? new Set();
  seen.set(field, values);
  if (values.has(value)) return false;
  values.add(value);
  return true;
}

function checkRow(row: number, typed: Row) {
  const values = { ...typed, serial: typed.serial.toUpperCase(), checkCode: typed.checkCode ?? "" };
  const faults: RowFault[] = [];
  const add = (field: keyof Row, fault: string, limit?: FieldLimit) =>
    faults.push({ row, field, fault, ...(limit && { limit }) });
  if (values.serial === "") add("serial", "required");
  else if (!serialNumber.safeParse(values.serial).success) add("serial", "wrongSerialForm");
  const type = moduleType.safeParse(values.type);
  if (!type.success) {
    const isLong = values.type.length > MAX_TYPE;
    const fault = isLong ? "tooLong" : values.type === "" ? "required" : "wrongValue";
    add("type", fault, isLong ? { max: MAX_TYPE } : undefined);
  }
  const code = checkCode.safeParse(values.checkCode);
  if (values.checkCode !== "") {
    if (!code.success) add("checkCode", "wrongCheckCode");
    else if (!isLongCheckCode(code.data))
      add("checkCode", "checkCodeShort", { min: MIN_NEW_CODE_LENGTH });
  }
  if (values.secret && !LOGGER_SECRET.test(values.secret)) add("secret", "wrongSecretForm");
  for (const field of ["checkHash", "secretHash"] as const)
    if (values[field] && !SHA256_BASE64URL.test(values[field])) add(field, "wrongHash");
  if (Boolean(values.checkHash) !== Boolean(values.secretHash))
    add(values.checkHash ? "secretHash" : "checkHash", "required");
  if (values.checkHash && (values.checkCode || values.secret)) add("checkHash", "codeOrHash");
  return { faults, values: { ...values, checkCode: code.success ? code.data : values.checkCode } };
}

/** Maximum length of a model name. */
const MAX_TYPE = 40;

type Registered = Awaited<ReturnType<typeof findModules>>[number];

/**
 * Compares modules with the registry: those that are registered in the same way are present; others are faults, because
 * an import changes no registered module.
 */
export function compareModules(
  keys: KeyRing,
  modules: readonly PreparedModule[],
  registered: readonly Registered[],
) {
  const bySerial = new Map(registered.map((module) => [module.serial, module]));
  const missing: NewModule[] = [];
  const faults: RowFault[] = [];
  let present = 0;
  for (const { row, module, isGenerated } of modules) {
    const stored = bySerial.get(module.serial);
    if (stored === undefined) missing.push(module);
    else if (!isGenerated && isEqual(keys, module, stored)) present += 1;
    else
      faults.push({
        row,
        field: "serial",
        fault: stored.siteId === null ? "moduleThere" : "moduleClaimed",
      });
  }
  return { missing, present, faults };
}

/** A module that an owner has released has another secret than the manufacturer's. */
function isEqual(keys: KeyRing, module: NewModule, stored: Registered): boolean {
  const { type, checkHash, secretHash, released } = stored;
  const isCode =
    checkHash !== null && [checkHash, keyedCheckHash(keys, checkHash)].includes(module.checkHash);
  return type === module.type && isCode && (released || secretHash === module.secretHash);
}
