import { z } from "zod";
import { texts } from "#domain/registers/logger-fields.ts";
import type { ConnectMessage } from "#protocol/logger/messages.ts";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "logger";
const identity = z.object({
  serial: z.string(),
  systemType: z.string(),
  systemCode: z.int().nullable(),
  versions: texts,
});
/** The identity of the logger and its kind of system, as in its `connect`. */
export type LoggerIdentity = z.infer<typeof identity>;

export function readIdentity(kv: KeyValueStore): LoggerIdentity | undefined {
  return kv.read(KEY, identity);
}

/** Stores the identity of the logger from its `connect`. */
export function writeIdentity(kv: KeyValueStore, message: ConnectMessage): void {
  const { serial, systemType, systemCode = null, versions = {} } = message;
  kv.write(KEY, { serial, systemType, systemCode, versions } satisfies LoggerIdentity);
}
