import { expect, test } from "vitest";
import { startCommand } from "#domain/commands/tracked-command.ts";
import { frameOf, MAX_IN_FLIGHT, readyGroups } from "./command-frames.ts";
import type { StoredCommand } from "./command-store.ts";
import { synchronizedEquipment } from "./synchronized-equipment.ts";

function command(
  index: number,
  { batch = null as string | null, state = "queued" as "queued" | "sent" | "acknowledged" } = {},
): StoredCommand {
  const address = `003311${index.toString(16).padStart(4, "0").toUpperCase()}`;
  const given = { commandId: `id-${index}`, by: "Olga", address, value: 1, once: false };
  const tracked = startCommand(given, { ok: true, precision: 0 }, 0);
  const issuer = { person: 7, session: "s", rightsVersion: 1, batch, query: null };
  return { ...issuer, tracked: { ...tracked, record: { ...tracked.record, state } } };
}

const list = (from: number, count: number, more: Parameters<typeof command>[1] = {}) =>
  Array.from({ length: count }, (_, index) => command(from + index, more));

const idsOf = (groups: StoredCommand[][]) =>
  groups.map(([first]) => first?.tracked.record.commandId);

test("no more commands go than may be under way, the first ones first", () => {
  const queued = list(0, 1000);
  expect(idsOf(readyGroups(queued))).toEqual(
    queued.slice(0, MAX_IN_FLIGHT).map(({ tracked }) => tracked.record.commandId),
  );
});

test("sent and reading-back commands occupy their address", () => {
  const underWay = [...list(0, 12, { state: "sent" }), ...list(12, 5, { state: "acknowledged" })];
  const ready = readyGroups([...underWay, ...list(17, 100)]);
  expect(idsOf(ready)).toEqual(["id-17", "id-18", "id-19"]);
  expect(readyGroups([...list(0, 30, { state: "sent" }), command(40)])).toEqual([]);
});

test("a batch is one frame, however many commands it holds", () => {
  const batch = list(0, 400, { batch: "b" });
  const ready = readyGroups([...batch, ...list(400, 100)]);
  expect(ready).toHaveLength(MAX_IN_FLIGHT);
  expect(ready[0]).toHaveLength(400);
});

const EQUIPMENT = [
  { address: "003311", typeCode: "0033" },
  { address: "003312", typeCode: "0033" },
  { address: "003313" },
  { address: "008E11", typeCode: "008E" },
];

test("a synchronisation of parameters copies from its equipment to all others of the type", () => {
  const to = (address: string, name: string | null = "synchronizeParameters") =>
    synchronizedEquipment(EQUIPMENT, address, name);
  expect(to("0033121026")).toEqual(["003311", "003313"]);
  expect(to("008E111026")).toBeUndefined();
  expect(to("0033121026", "releaseFaultLock")).toBeUndefined();
  expect(to("0033121026", null)).toBeUndefined();
});

test("a synchronisation of parameters is sent as 368, also if it is sent once", () => {
  const one = command(1);
  const tracked = { ...one.tracked, once: true, synchronized: ["003312"] };
  const { expires } = tracked.record;
  expect(frameOf([{ ...one, tracked }])).toEqual({
    ...{ cmd: 368, id: "id-1", from: "003311", to: ["003312"], expires },
  });
  expect(frameOf([one])).toMatchObject({ cmd: 320, address: "0033110001" });
});
