import { z } from "zod";
import { texts } from "#domain/registers/logger-fields.ts";
import { type ConnectMessage, TOKEN_LOCKS } from "#protocol/logger/messages.ts";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "logger";
const identity = z.object({
  serial: z.string(),
  systemType: z.string(),
  systemCode: z.int().nullable(),
  versions: texts,
  /** Absent in the identity of an earlier release, as are the fields below. */
  features: z.array(z.string()).optional(),
  /** Whether the logger admits changes; absent is true. */
  remoteControl: z.boolean().optional(),
  lock: z.enum(TOKEN_LOCKS).nullish(),
});
/** The identity of the logger and its kind of system, as in its `connect`. */
export type LoggerIdentity = z.infer<typeof identity>;

export function readIdentity(kv: KeyValueStore): LoggerIdentity | undefined {
  return kv.read(KEY, identity);
}

/**
 * Stores the identity of the logger from its `connect`.
 * @returns the previous identity, if there was one, and the new one
 */
export function writeIdentity(kv: KeyValueStore, message: ConnectMessage) {
  const { serial, systemType, systemCode = null, versions = {} } = message;
  const { features, remoteControl, lock } = message;
  const before = readIdentity(kv);
  const after: LoggerIdentity = {
    ...{ serial, systemType, systemCode, versions },
    ...(features && { features }),
    ...(remoteControl === undefined ? {} : { remoteControl }),
    ...(lock && { lock }),
  };
  kv.write(KEY, after);
  return { before, after };
}
