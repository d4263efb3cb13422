import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { NO_HASH } from "#domain/journal/journal-entry.ts";
import { JOURNAL_KINDS } from "#domain/journal/journal-kinds.ts";
import { verifyExport } from "#domain/journal/verify-export.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { JournalQuery, KeyedJournalEntry } from "#protocol/journal.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, EQUIPMENT, sample, siteStub } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

const ANA = { id: 7, name: "Ana" };
const BEN = { id: 8, name: "Ben" };

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 61_000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

function read(query: Partial<JournalQuery> = {}) {
  return siteStub(siteId).readJournal({ page: 1, size: 100, kinds: JOURNAL_KINDS, ...query });
}

async function whats(query: Partial<JournalQuery> = {}): Promise<string[]> {
  return (await read(query)).rows.map(({ what }) => what);
}

function entry(key: string, more: Partial<KeyedJournalEntry> = {}): KeyedJournalEntry {
  const details = { from: "Roof", to: "Harbour roof" };
  return { key, at: clock.now(), what: "site.renamed", author: ANA, details, ...more };
}

function append(...entries: KeyedJournalEntry[]) {
  return siteStub(siteId).appendJournal(siteId, entries);
}

async function exportLines(): Promise<string[]> {
  let text = "";
  for (let after: number | null = 0; after !== null; ) {
    const part: { text: string; next: number | null } = await siteStub(siteId).exportJournal(
      siteId,
      after,
      ANA,
    );
    text += part.text;
    after = part.next;
  }
  return text.replace(/\n$/, "").split("\n");
}

test("entries are chained, across hibernation, and the export is valid", async () => {
  const first = await append(entry("a"), entry("b"));
  expect(first?.number).toBe(3);
  await evictDurableObject(siteStub(siteId));
  await append(entry("c", { author: BEN, user: ANA, what: "access.approved" }));
  const lines = await exportLines();
  const verified = verifyExport(lines, sha256);
  expect(verified).toMatchObject({ isValid: true, site: siteId, head: { number: 5 } });
  const page = await read();
  expect(page).toMatchObject({ total: 5, head: { number: 5 } });
  expect(page.rows.map(({ what }) => what)).toEqual([
    "export.journal",
    "access.approved",
    "site.renamed",
    "site.renamed",
    "journal.started",
  ]);
  expect(page.rows[1]).toMatchObject({ author: { name: "Ben" }, user: { name: "Ana" } });
  expect(lines[0]).toContain(`"previous":"${NO_HASH}"`);
  // No name and no id is hashed.
  expect(lines.slice(0, -1).join()).not.toMatch(/Ana|Ben/);
});

test("an entry that is delivered twice, or beside others, is recorded once", async () => {
  const [a, b, c] = [entry("a"), entry("b"), entry("c")];
  await append(a, b);
  await append(b, c);
  await evictDurableObject(siteStub(siteId));
  expect(await append(a, b, c)).toMatchObject({ number: 4 });
  expect((await read()).total).toBe(4);
});

test("deleting a user leaves a pseudonym, and the chain stays valid", async () => {
  await append(entry("a"), entry("b", { author: BEN }));
  const before = await exportLines();
  await siteStub(siteId).forgetPerson(ANA.id);
  // An entry that arrives late stores no name.
  await append(entry("late"));
  const [late, , , own] = (await read()).rows;
  expect(late).toMatchObject({ author: { name: null } });
  expect(own).toMatchObject({ author: { name: null }, what: "site.renamed" });
  const after = await siteStub(siteId).exportJournal(siteId, 3, BEN);
  expect(after.text).not.toContain("Ana");
  expect(after.text).toContain("Ben");
  expect([...before.slice(0, 3), ...after.text.trimEnd().split("\n")]).toSatisfy(
    (lines: string[]) => verifyExport(lines, sha256).isValid,
  );
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const rows = storage.sql.exec(`SELECT * FROM journal_users WHERE person = ?`, ANA.id);
    expect(rows.toArray()).toEqual([{ person: ANA.id, pseudonym: "", name: null }]);
  });
});

test("a page is filtered by kind, time and text in any case", async () => {
  await append(entry("a", { details: { from: "Dach", to: "ÄNGELHOLM 50%_'\"" } }));
  clock.forward(HOUR_MS);
  const since = clock.now();
  await append(entry("b", { what: "share.created", author: BEN }), entry("c"));
  expect(await whats({ kinds: ["share"] })).toEqual(["share.created"]);
  expect(await whats({ from: since })).toEqual(["site.renamed", "share.created"]);
  expect((await read({ to: since })).total).toBe(2);
  expect(await whats({ search: "ängelholm 50%_'\"" })).toEqual(["site.renamed"]);
  expect(await whats({ search: "BEN" })).toEqual(["share.created"]);
  expect(await whats({ search: "absent" })).toEqual([]);
  expect(await read({ page: 2, size: 1 })).toMatchObject({
    total: 4,
    rows: [{ what: "share.created" }],
  });
  expect(await read({ page: 2, size: 1, search: "a" })).toMatchObject({ rows: [{}] });
});

test("what the logger does is recorded: connection, equipment, events", async () => {
  const logger = await connectLogger(siteId);
  const at = clock.now() - 50;
  const event = { eventNo: 12, address: "003311", level: "fault", message: "Hot\u202e<b>" };
  await logger.ask({ cmd: 262, id: "1", events: [{ ...event, state: "raised", at }] });
  await logger.ask({ cmd: 262, id: "2", events: [{ ...event, state: "raised", at }] });
  await logger.ask({ cmd: 262, id: "3", events: [{ ...event, state: "cleared", at: at + 10 }] });
  logger.send({ cmd: 339, equipment: EQUIPMENT.slice(1) });
  await logger.settle();
  logger.socket.close(1000);
  await logger.closed;
  await expect
    .poll(() => whats({ kinds: ["logger"] }))
    .toEqual(["logger.offline", "logger.online"]);
  expect((await whats()).toReversed()).toEqual([
    "journal.started",
    "equipment.added",
    "logger.online",
    "event.raised",
    "event.cleared",
    "equipment.removed",
    "logger.offline",
  ]);
  const [raised] = (await read({ search: "hot" })).rows.toReversed();
  expect(raised?.details).toMatchObject({ device: "MK-5000", eventNo: 12, level: "fault", at });
});

test("a command is recorded once when it ends, with user, values and result", async () => {
  const logger = await connectLogger(siteId);
  await logger.ask(sample("s", clock.now(), { FFFF000400: 1 }));
  const { viewer } = await watch(siteId);
  const commandId = crypto.randomUUID();
  await viewer.ask(320, { commandId, address: "FFFF000400", value: 0 });
  await logger.next(({ cmd }) => cmd === 320);
  const answer = { cmd: 321, id: commandId, status: 200, result: "success", value: 0 };
  logger.send(answer);
  logger.send(answer);
  await logger.settle();
  const [command, ...more] = (await read({ kinds: ["command"] })).rows;
  expect(more).toEqual([]);
  expect(command).toMatchObject({
    what: "command.ended",
    author: { name: expect.any(String) },
    details: { address: "FFFF000400", from: 1, to: 0, result: "success" },
  });
});

test("a logger that causes too many entries is limited, and the journal notes it", async () => {
  const logger = await connectLogger(siteId);
  const list = (at: number, state: string, from: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      eventNo: from + index,
      address: "003311",
      level: "info",
      state,
      at,
    }));
  for (let turn = 0; turn < 6; turn += 1) {
    const events = list(clock.forward(10), "raised", turn * 100);
    await logger.ask({ cmd: 262, id: `t${turn}`, events });
  }
  const flooded = await read({ kinds: ["event", "journal"] });
  expect(flooded.total).toBeLessThan(310);
  expect(flooded.rows[0]?.what).toBe("journal.limited");
  clock.forward(DAY_MS / 12);
  await logger.ask({ cmd: 262, id: "after", events: list(clock.now(), "cleared", 0).slice(0, 1) });
  const [cleared, resumed] = (await read({ kinds: ["event", "journal"] })).rows;
  expect(cleared?.what).toBe("event.cleared");
  expect(resumed?.what).toBe("journal.resumed");
  expect(Number(resumed?.details.count)).toBeGreaterThan(250);
});

test("the head is in the status event, and within ten minutes without one", async () => {
  const logger = await connectLogger(siteId);
  const { head } = await read();
  const published = async () =>
    runInDurableObject(siteStub(siteId), (_, { storage }) => {
      const [row] = storage.sql.exec<{ body: string }>(
        `SELECT body FROM outbox WHERE kind = 'status'`,
      );
      return (JSON.parse(row?.body ?? "{}") as { journal?: object }).journal;
    });
  expect(await published()).toEqual(head);
  // Who delivers entries stores the head that is returned; other entries are published.
  await append(entry("a"));
  expect(await published()).toEqual(head);
  const tree = EQUIPMENT.slice(1);
  logger.send({ cmd: 339, equipment: tree });
  await logger.settle();
  expect(await published()).toEqual(head);
  await evictDurableObject(siteStub(siteId));
  clock.forward(10 * MINUTE_MS);
  await runInDurableObject(siteStub(siteId), (object) => object.alarm());
  const after = await read();
  expect(after.head.number).toBeGreaterThan(head.number + 1);
  expect(await published()).toEqual(after.head);
});
