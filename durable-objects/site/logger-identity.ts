import { z } from "zod";
import { texts } from "#domain/registers/logger-fields.ts";
import type { ConnectMessage } from "#protocol/logger/messages.ts";
import type { Facts } from "./facts.ts";

const FACT = "logger";
const identity = z.object({
  serial: z.string(),
  systemType: z.string(),
  systemCode: z.int().nullable(),
  versions: texts,
});
/** What the logger says of itself and of the kind of system it stands in. */
export type LoggerIdentity = z.infer<typeof identity>;

export function readIdentity(facts: Facts): LoggerIdentity | undefined {
  return facts.read(FACT, identity);
}

export function writeIdentity(facts: Facts, message: ConnectMessage): void {
  const { serial, systemType, systemCode = null, versions = {} } = message;
  facts.write(FACT, { serial, systemType, systemCode, versions } satisfies LoggerIdentity);
}
