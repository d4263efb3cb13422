import type { Person } from "../../support/worker-gate.ts";
import type { ViewerAllowed } from "./viewer-oracle.ts";

/** Which commands were taken, from whom and as what. */
export type GivenCommands = Map<string, { person: number; address: string; value: unknown }>;

type Answer = { cmd: number; tag: string; body: Record<string, unknown> };
const STATES = ["queued", "sent", "acknowledged", "ended"];
const DEVICE_RESULTS = ["success", "parameter error", "response timeout", "configuration failed"];

/** @throws if the answer to a request has another form than documented, or belongs to another request */
export function expectAnswer(
  { cmd, body }: Answer,
  { given }: ViewerAllowed,
  known: GivenCommands,
  person: Person,
): void {
  const { status, result } = body;
  if (status !== 200) throw new Error("an answer without status 200");
  if (given.length > 0) {
    expectRecords(cmd === 323 ? (result as unknown[]) : [result], given, known, person);
    return;
  }
  if (!DEVICE_RESULTS.includes(result as string)) throw new Error("no such result");
  if (cmd === 339 && result === "success" && !Array.isArray(body.equipment))
    throw new Error("no tree");
}

function expectRecords(
  records: unknown[],
  given: ViewerAllowed["given"],
  known: GivenCommands,
  person: Person,
): void {
  if (records.length !== given.length) throw new Error("a record for each command");
  given.forEach(({ commandId, address, value }, index) => {
    const held = known.get(commandId) ?? { person: person.id, address, value };
    known.set(commandId, held);
    const record = records[index] as Record<string, unknown>;
    if (record.commandId !== commandId || record.by !== `The ${person.name}`)
      throw new Error("the record of another command");
    if (record.address !== held.address || !isSame(record.value, held.value))
      throw new Error("a command id was used for another command");
    if (!STATES.includes(record.state as string) || !Number.isSafeInteger(record.expires))
      throw new Error("not a command record");
  });
}

/** The two zeros are one number. */
const isSame = (one: unknown, other: unknown) => one === other;
