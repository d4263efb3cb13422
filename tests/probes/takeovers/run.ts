import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { seededRandom } from "#simulator/random.ts";
import { ALPHA, BETA, GAMMA, seedUsers } from "../../support/seed-users.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { lookInside } from "../../support/site-inside.ts";
import { siteStub } from "../../support/site-logger.ts";
import { RawSamples } from "../platform/raw-samples.ts";
import { Ledger } from "./ledger.ts";
import { TakeoverLogger } from "./takeover-logger.ts";

/** The same for every run, and later than any real day of one. */
const BEGINNING = Date.UTC(2040, 0, 1);
const TAKEN_OVER = 4001;
const SERIALS = new Map([
  [ALPHA, "ALPHA-01"],
  [BETA, "BETA-0001"],
  [GAMMA, "GAMMA-001"],
]);
/** Where in a take-over the object may be evicted. */
const MOMENTS = ["never", "before", "opened", "connected", "uploading", "settled"] as const;
type Moment = (typeof MOMENTS)[number];

type Run = { chance: Chance; clock: ReturnType<typeof freezeSiteClock>; counts: Counts };
type Site = { siteId: number; serial: string; ledger: Ledger; current: TakeoverLogger };
type Counts = { takeovers: number; hibernations: number; closes: number; sockets: number };

/** Take-overs with batches of both loggers in the air, until so many have been. */
export async function runTakeovers(seed: number, count: number, print: (line: string) => void) {
  await seedUsers();
  const failures: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...reported) => void failures.push(reported));
  const run: Run = {
    chance: new Chance(seededRandom(seed)),
    clock: freezeSiteClock(BEGINNING),
    counts: { takeovers: 0, hibernations: 0, closes: 0, sockets: 0 },
  };
  const begin = Date.now();
  const sites: Site[] = [];
  for (const [siteId, serial] of SERIALS) {
    const ledger = new Ledger(seed * SERIALS.size + sites.length);
    sites.push({ siteId, serial, ledger, current: await comeIn(run, serial, ledger) });
  }
  for (let round = 1; run.counts.takeovers < count; round++) {
    for (const site of sites) await takeOver(run, site);
    if (round % 100 === 0) print(`${run.counts.takeovers} take-overs`);
    expect(failures).toEqual([]);
  }
  const totals = { batches: 0, resent: 0, answers: 0, values: 0 };
  for (const site of sites) {
    await finish(site);
    totals.batches += site.ledger.batches;
    totals.resent += site.ledger.resent;
    totals.answers += site.ledger.answers;
    totals.values += site.ledger.size;
  }
  expect(failures).toEqual([]);
  const { takeovers, hibernations, closes, sockets } = run.counts;
  print(
    `${takeovers} take-overs over ${sockets} sockets: ${takeovers} losers closed with 4001, no winner`,
  );
  print(`evictions: ${hibernations} that hibernated, ${closes} that closed`);
  print(
    `${totals.batches} batches, ${totals.resent} left unanswered and sent again, ${totals.answers} answers, ${totals.values} values stored, 0 lost, 0 doubled`,
  );
  print(`${Math.round((takeovers * 1_000) / (Date.now() - begin))} take-overs a second`);
  return run.counts;
}

/** One logger after another, each with what is left to send in the air, and the object evicted in between. */
async function takeOver(run: Run, site: Site): Promise<void> {
  const { chance } = run;
  const at = chance.oneOf(MOMENTS);
  const old = site.current;
  upload(old, chance.between(0, 4));
  if (!(await reach(run, site, "before", at, [old]))) return;

  const rivals = Array.from({ length: chance.happens(0.15) ? 2 : 1 }, () => makeLogger(run, site));
  let opening = true;
  const opened = Promise.all(rivals.map((rival) => rival.open())).finally(() => {
    opening = false;
  });
  // The old one goes on as long as it may, as fast as it is answered.
  while (opening && old.closedWith === null) {
    upload(old, 1);
    await Promise.race([opened, old.changed()]);
  }
  await opened;
  upload(old, chance.below(3));
  if (!(await reach(run, site, "opened", at, [old, ...rivals]))) return;

  for (const rival of rivals) {
    rival.connect();
    upload(rival, chance.below(3));
  }
  if (!(await reach(run, site, "connected", at, [old, ...rivals]))) return;
  upload(old, chance.below(2));
  await lose(run, site, old);
  // Of two that came at once the one that came first has lost to the other.
  while (rivals.length > 1) {
    await Promise.race(rivals.map((rival) => rival.changed()));
    const loser = rivals.findIndex(({ closedWith }) => closedWith !== null);
    if (loser !== -1) for (const rival of rivals.splice(loser, 1)) await lose(run, site, rival);
  }
  const [winner] = rivals;
  if (winner === undefined) throw new Error("no logger won");
  site.current = winner;
  upload(winner, chance.between(1, 4));
  if (!(await reach(run, site, "uploading", at, [winner]))) return;
  // Else the next take-over finds its batches in the air.
  if (chance.happens(0.6)) await winner.settled();
  if (!(await reach(run, site, "settled", at, [winner]))) return;
  expect(winner.closedWith, "the winner").toBeNull();
  expect(site.ledger.faults).toEqual([]);
}

function makeLogger({ clock, counts }: Run, { serial, ledger }: Pick<Site, "serial" | "ledger">) {
  counts.sockets += 1;
  return new TakeoverLogger(serial, clock, ledger);
}

function upload(logger: TakeoverLogger, count: number): void {
  for (let sent = 0; sent < count && logger.mayUpload; sent++) logger.upload();
}

/** A logger without a predecessor to take over from. */
async function comeIn(run: Run, serial: string, ledger: Ledger): Promise<TakeoverLogger> {
  const logger = makeLogger(run, { serial, ledger });
  await logger.open();
  logger.connect();
  await logger.settled();
  return logger;
}

/** The older one is closed with 4001, and what it was not answered is the newer one's. */
async function lose({ counts }: Run, { ledger }: Site, loser: TakeoverLogger): Promise<void> {
  expect(await loser.ended(), "the loser").toBe(TAKEN_OVER);
  counts.takeovers += 1;
  ledger.leave(loser.unanswered);
}

/**
 * Evicts the object if this is the moment. Whatever was acknowledged is stored, then and after. False where that closed
 * all sockets: another logger has connected, and there is nothing left to take over from.
 */
async function reach(
  run: Run,
  site: Site,
  moment: Moment,
  at: Moment,
  loggers: TakeoverLogger[],
): Promise<boolean> {
  if (moment !== at) return true;
  const webSockets = run.chance.happens(0.7) ? "hibernate" : "close";
  await evictDurableObject(siteStub(site.siteId), { webSockets });
  const inside = await lookInside(site.siteId);
  expect(site.ledger.findLost(inside.stored)).toBeNull();
  if (webSockets === "hibernate") {
    run.counts.hibernations += 1;
    return true;
  }
  run.counts.closes += 1;
  for (const logger of loggers) {
    // One that was taken over before may have received that close first.
    if ((await logger.ended()) === TAKEN_OVER) run.counts.takeovers += 1;
    site.ledger.leave(logger.unanswered);
  }
  site.current = await comeIn(run, site.serial, site.ledger);
  return false;
}

/** All that is left is sent and answered; then the store is what was acknowledged, value for value and once. */
async function finish({ siteId, ledger, current }: Site): Promise<void> {
  await current.settled();
  while (!ledger.isEmpty) {
    upload(current, 1);
    await current.settled();
  }
  for (const webSockets of ["hibernate", "close"] as const) {
    const inside = await lookInside(siteId);
    expect(inside.online).toBe(true);
    expect(ledger.compare(inside.stored)).toBeNull();
    expect(current.closedWith).toBeNull();
    await evictDurableObject(siteStub(siteId), { webSockets });
  }
  expect(ledger.compare((await lookInside(siteId)).stored)).toBeNull();
  // What was sent again lies in several places until it is merged.
  await expectOnce(siteId, ledger);
  await mergeAll(siteId);
  await expectOnce(siteId, ledger);
  expect(ledger.compare((await lookInside(siteId)).stored)).toBeNull();
  expect(ledger.faults).toEqual([]);
}

/** Nothing lies in more places than frames brought it, nothing twice in the merged history, and nothing is there unbrought. */
async function expectOnce(siteId: number, ledger: Ledger): Promise<void> {
  const found = await runInDurableObject(siteStub(siteId), (_, { storage }) =>
    new RawSamples(<Row>(query: string) => storage.sql.exec(query) as Iterable<Row>).judge(
      (address, at) => ledger.brought(address, at),
    ),
  );
  expect(found).toEqual({ doubled: 0, foreign: 0 });
}

async function mergeAll(siteId: number): Promise<void> {
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const limits = { ...SERIES_LIMITS, chunksBeforeCompaction: 1 };
    const series = new SeriesStore(storage, { now: () => 0 }, limits);
    while (series.compact());
  });
  await evictDurableObject(siteStub(siteId), { webSockets: "hibernate" });
}
