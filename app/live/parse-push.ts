import type { CommandRecord } from "#domain/commands/command-record.ts";
import { PROBLEM_STATUS, SUCCESS_STATUS } from "#domain/problem.ts";
import type {
  EquipmentError,
  StatusPush,
  ValuesPush,
  ViewedEquipment,
  ViewerFrame,
  Welcome,
} from "#protocol/viewer/messages.ts";

// Messages of the server are checked by their shape only: they are sealed with a key that only this page and our server
// have, and full validation would cost every visitor a library.

type Fields = Record<string, unknown>;

function fieldsOf(body: unknown): Fields | null {
  return typeof body === "object" && body !== null && !Array.isArray(body)
    ? (body as Fields)
    : null;
}

const FITS = {
  number: (value: unknown) => typeof value === "number",
  string: (value: unknown) => typeof value === "string",
  boolean: (value: unknown) => typeof value === "boolean",
  list: Array.isArray,
  fields: (value: unknown) => fieldsOf(value) !== null,
};

/** Returns the body if the named fields have the given types, otherwise null. */
function checkShape<Payload>(
  body: unknown,
  shape: Readonly<Record<string, keyof typeof FITS>>,
): Payload | null {
  const fields = fieldsOf(body);
  if (fields === null) return null;
  const fits = Object.entries(shape).every(([name, type]) => FITS[type](fields[name]));
  return fits ? (body as Payload) : null;
}

export const readFrame = (json: unknown) =>
  checkShape<ViewerFrame>(json, { uuid: "string", cmd: "number", data: "string", tag: "string" });

/** The status of an answer; 0 if it has none. */
export function statusOf(body: unknown): number {
  const status = fieldsOf(body)?.status;
  return typeof status === "number" ? status : 0;
}

export function readWelcome(body: unknown): Welcome | null {
  if (statusOf(body) !== SUCCESS_STATUS) return null;
  return checkShape<Welcome>(body, {
    time: "number",
    online: "boolean",
    siteStatus: "string",
    equipment: "list",
    values: "fields",
    errors: "list",
    commands: "list",
    reconnectJitterMs: "number",
  });
}

export const readValues = (body: unknown) =>
  checkShape<ValuesPush>(body, { at: "number", values: "fields" });

export const readErrors = (body: unknown) =>
  checkShape<{ errors: EquipmentError[] }>(body, { errors: "list" });

export const readStatus = (body: unknown) =>
  checkShape<StatusPush>(body, {
    online: "boolean",
    since: "number",
    siteStatus: "string",
    equipment: "list",
  });

export const readEquipment = (body: unknown) =>
  checkShape<{ equipment: ViewedEquipment[] }>(body, { equipment: "list" });

export const readCommand = (body: unknown) =>
  checkShape<CommandRecord>(body, { commandId: "string", address: "string", state: "string" });

/** Why a control was refused. */
export function readRefusal(body: unknown): "refused" | "unconfirmed" | "notTaken" {
  if (statusOf(body) !== PROBLEM_STATUS.forbidden) return "notTaken";
  return fieldsOf(body)?.reason === "confirmationRequired" ? "unconfirmed" : "refused";
}

/** The record in the answer to an accepted control. */
export function readTaken(body: unknown): CommandRecord | null {
  return statusOf(body) === SUCCESS_STATUS ? readCommand(fieldsOf(body)?.result) : null;
}
