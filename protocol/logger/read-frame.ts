import type { z } from "zod";
import { COMMAND } from "./command-numbers.ts";
import { LOGGER_PROTOCOL, MAX_LOGGER_FRAME_BYTES } from "./limits.ts";
import { frameId, LOGGER_MESSAGES, type LoggerMessage } from "./messages.ts";
import { readBatch } from "./read-batch.ts";

/** What the logger gets for a frame that cannot be taken. */
export type FrameRefusal = {
  cmd: typeof COMMAND.refusal;
  /** The frame's own, where it could be read. */
  id: string | null;
  /** 426 only for a `connect` that asks for another version of the protocol. */
  status: 400 | 426;
  message: string;
};
export type ReadFrame = { ok: true; message: LoggerMessage } | { ok: false; refusal: FrameRefusal };

const MAX_MESSAGE = 200;
/** A name chosen by the logger is shortened like an address in error messages. */
const MAX_STEP = 10;

/** One frame of a logger, read and checked. Never throws. */
export function readFrame(frame: string | ArrayBuffer): ReadFrame {
  if (typeof frame !== "string") return refuse(null, "frames are text");
  if (isTooLong(frame)) return refuse(null, `a frame has at most ${MAX_LOGGER_FRAME_BYTES} bytes`);
  const given = parseObject(frame);
  if (given === null) return refuse(null, "not a JSON object");
  const batch = readBatch(given);
  if (batch !== null) return { ok: true, message: batch };
  const { cmd } = given;
  const id = frameId.safeParse(given.id).data ?? null;
  if (cmd === COMMAND.connect && isOtherProtocol(given.protocol))
    return refuse(id, `protocol ${LOGGER_PROTOCOL} is spoken here`, 426);
  const schema = schemaOf(cmd);
  if (schema === undefined) return refuse(id, "cmd is not one that a logger sends");
  const read = schema.safeParse(given);
  return read.success
    ? { ok: true, message: read.data as LoggerMessage }
    : refuse(id, describe(read.error));
}

export function refuse(id: string | null, message: string, status: 400 | 426 = 400) {
  const refusal: FrameRefusal = {
    cmd: COMMAND.refusal,
    id,
    status,
    message: message.slice(0, MAX_MESSAGE),
  };
  return { ok: false, refusal } as const;
}

/** A character takes one to three bytes, so most frames need no counting. */
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

/** Checked before the schema, which describes only this protocol version. */
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
