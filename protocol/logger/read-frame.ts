import type { z } from "zod";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { COMMAND } from "./command-numbers.ts";
import { LOGGER_PROTOCOL, MAX_LOGGER_FRAME_BYTES } from "./limits.ts";
import { frameId, LOGGER_MESSAGES, type LoggerMessage } from "./messages.ts";
import { readBatch } from "./read-batch.ts";

/** Status of the refusal of a `connect` that requests another version of the protocol. */
export const PROTOCOL_UNSUPPORTED_STATUS = 426;

type RefusalStatus = typeof PROBLEM_STATUS.malformed | typeof PROTOCOL_UNSUPPORTED_STATUS;

/** Answer to an invalid frame of a logger. */
export type FrameRefusal = {
  cmd: typeof COMMAND.refusal;
  /** Id of the frame; null if it could not be read. */
  id: string | null;
  status: RefusalStatus;
  message: string;
};
/** Result of reading a frame: its message, or the refusal to be sent. */
export type ReadFrame = { ok: true; message: LoggerMessage } | { ok: false; refusal: FrameRefusal };

/** Maximum length of a message. */
const MAX_MESSAGE = 200;
/** Maximum length of a name from the frame in a message; an address has this length. */
const MAX_STEP = 10;

/** Reads and checks a frame of a logger. It never throws. */
export function readLoggerFrame(frame: string | ArrayBuffer): ReadFrame {
  if (typeof frame !== "string") return refuse(null, "frames are text");
  if (isTooLong(frame)) return refuse(null, `a frame has at most ${MAX_LOGGER_FRAME_BYTES} bytes`);
  const given = parseObject(frame);
  if (given === null) return refuse(null, "not a JSON object");
  const batch = readBatch(given);
  if (batch !== null) return { ok: true, message: batch };
  const { cmd } = given;
  const id = frameId.safeParse(given.id).data ?? null;
  if (cmd === COMMAND.connect && isOtherProtocol(given.protocol))
    return refuse(id, `protocol ${LOGGER_PROTOCOL} is spoken here`, PROTOCOL_UNSUPPORTED_STATUS);
  const schema = schemaOf(cmd);
  if (schema === undefined) return refuse(id, "cmd is not one that a logger sends");
  const read = schema.safeParse(given);
  return read.success
    ? { ok: true, message: read.data as LoggerMessage }
    : refuse(id, describe(read.error));
}

/** Returns the refusal of a frame. */
export function refuse(
  id: string | null,
  message: string,
  status: RefusalStatus = PROBLEM_STATUS.malformed,
) {
  const refusal: FrameRefusal = {
    cmd: COMMAND.refusal,
    id,
    status,
    message: message.slice(0, MAX_MESSAGE),
  };
  return { ok: false, refusal } as const;
}

/** Returns whether a frame exceeds the maximum size. A UTF-16 unit takes one to three bytes, so few need encoding. */
function isTooLong(frame: string): boolean {
  if (frame.length > MAX_LOGGER_FRAME_BYTES) return true;
  if (frame.length * 3 <= MAX_LOGGER_FRAME_BYTES) return false;
  return new TextEncoder().encode(frame).length > MAX_LOGGER_FRAME_BYTES;
}

function parseObject(frame: string): Record<string, unknown> | null {
  try {
    const given: unknown = JSON.parse(frame);
    return typeof given === "object" && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns whether a `connect` requests another version of the protocol, which the schema does not describe. */
function isOtherProtocol(protocol: unknown): boolean {
  return typeof protocol === "number" && protocol !== LOGGER_PROTOCOL;
}

function schemaOf(cmd: unknown): z.ZodType | undefined {
  if (typeof cmd !== "number" || !Object.hasOwn(LOGGER_MESSAGES, cmd)) return undefined;
  return LOGGER_MESSAGES[cmd as keyof typeof LOGGER_MESSAGES];
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "not as agreed";
  const path = issue.path.map((step) => String(step).slice(0, MAX_STEP)).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
