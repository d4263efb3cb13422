import { expect, test } from "vitest";
import { startCommand } from "#domain/commands/tracked-command.ts";
import { MAX_IN_FLIGHT, readyGroups } from "./command-frames.ts";
import type { StoredCommand } from "./command-store.ts";

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
