import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { type TrackedChange, trackedChange } from "#domain/settings/tracked-change.ts";
import type { ChangeAuthor } from "#protocol/settings.ts";
import { hashNumbers, hashText, seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { siteStub } from "../../support/site-logger.ts";
import { ring } from "../../support/viewer-socket.ts";
import { allowedEnds } from "./allowed-ends.ts";
import { addressOf, Device, GROUP_SIZE, ITEMS, MANNERS, type Manner } from "./device.ts";
import type { Diary } from "./diary.ts";
import { type Finding, judge } from "./judge.ts";

const DAY_MS = 86_400_000;
const FIRST_STEPS = 12;
const FIRST_STEP_MS = 2_000;
const STEPS = 120;
const STEP_MS = 10_000;
const AUTHOR: ChangeAuthor = {
  ...{ id: 7, name: "Olga", session: "s", rightsVersion: 1, isAdvanced: false },
};
const OTHER: ChangeAuthor = { ...AUTHOR, id: 8, name: "Omar", session: "t" };
const ZONE = "Europe/Berlin";
/** Instants at which the clocks of the zone change, ms UTC. */
const CLOCK_CHANGES = ["2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z"].map(Date.parse);
/** The other worlds begin then, ms UTC; in the future, so that no alarm rings by itself. */
const ORDINARY = Date.parse("2027-06-15T10:00:00Z");
/** Writes of a day that leave one. */
const ALMOST_ALL_WRITES = 9;

export type ChangesRun = {
  findings: (Finding & { world: number })[];
  /** Number of changes by their result and whether they were held. */
  results: Map<string, number>;
  manners: Map<Manner, number>;
  /** Number of worlds with one fault alone, by the fault and by their end. */
  ends: Map<string, Map<string, number>>;
  trace: number;
};

/** Plays one change, or two, in each of so many worlds, each with faults of its own. */
export async function runChanges(
  seed: number,
  count: number,
  { firstSite = 1 } = {},
): Promise<ChangesRun> {
  const run: ChangesRun = {
    findings: [],
    results: new Map(),
    manners: new Map(),
    ends: new Map(),
    trace: seed,
  };
  const clock = freezeSiteClock();
  for (let world = 0; world < count; world++) {
    const chance = new Chance(seededRandom(hashNumbers(seed, world)));
    const played = await playWorld(firstSite + world, world, chance, clock, run.manners);
    run.findings.push(...judge(played).map((finding) => ({ ...finding, world })));
    if (played.end !== null) {
      const { allowed, key, result } = played.end;
      if (!allowed.includes(result))
        run.findings.push({ world, rule: "not an allowed end", text: `${key}: ${result}` });
      const ofKey = run.ends.get(key) ?? new Map<string, number>();
      run.ends.set(key, ofKey.set(result, (ofKey.get(result) ?? 0) + 1));
    }
    for (const { record } of played.changes) {
      const key = `${record.result ?? record.state}${record.state === "held" ? ", held" : ""}`;
      run.results.set(key, (run.results.get(key) ?? 0) + 1);
    }
    const shown = played.changes.map(({ record }) => `${record.state} ${record.result}`).join();
    run.trace = hashNumbers(run.trace, hashText(shown + JSON.stringify(played.diary.length)));
  }
  return run;
}

async function playWorld(
  siteId: number,
  world: number,
  chance: Chance,
  clock: ReturnType<typeof freezeSiteClock>,
  met: Map<Manner, number>,
) {
  const diary: Diary = [];
  const manners = new Map<string, Manner>();
  // Each world meets the next manner, and some a second one.
  const chosen: Manner[] = [MANNERS[world % MANNERS.length] ?? "none"];
  if (chance.happens(0.3)) chosen.push(chance.oneOf([...MANNERS]));
  const isGrouped = chance.happens(0.2);
  const items = chance.between(isGrouped ? GROUP_SIZE : 1, ITEMS);
  for (const manner of chosen) {
    manners.set(addressOf(chance.between(0, items - 1)), manner);
    met.set(manner, (met.get(manner) ?? 0) + 1);
  }
  const isClockChange = chance.happens(0.1);
  const start = isClockChange
    ? chance.oneOf(CLOCK_CHANGES) - chance.between(0, 300) * 1_000
    : ORDINARY + world * DAY_MS;
  clock.forward(start - clock.now());
  const features = ["atomic", "revert"].filter(() => chance.happens(0.4));
  const clockOffsetMs = chance.oneOf([0, 0, DAY_MS, -DAY_MS]);
  const device = new Device({ siteId, features, clockOffsetMs, isGrouped, now: clock.now, diary });
  await device.connect();
  const stub = siteStub(siteId);
  if (isClockChange) await stub.setTimeZone(ZONE);
  const isAtomic = chance.happens(0.6);
  const isSecond = chance.happens(0.25);
  const submit = (shift: number, author: ChangeAuthor) => {
    const expected = chance.happens(0.5) && { expected: 10 };
    const all = Array.from({ length: items }, (_, index) => ({
      address: addressOf(index),
      value: 100 + 3 * index + shift,
      ...expected,
    }));
    const revert = chance.happens(0.3) && { revertAfter: 600 };
    const changeId = chance.uuid();
    return stub.submitChange({ changeId, items: all, atomic: isAtomic, ...revert }, author);
  };
  // The values must be known before anything may be expected of them.
  await stub.submitChange(
    { changeId: chance.uuid(), items: [{ address: addressOf(ITEMS - 1), value: 9 }] },
    AUTHOR,
  );
  await device.act();
  const isSpent = !isGrouped && chance.happens(0.1);
  const last = addressOf(items - 1);
  // The next write of the last register is the last one of the day, and is set back to the value that is expected.
  for (let value = 1; isSpent && value <= ALMOST_ALL_WRITES; value++) {
    const given = [{ address: last, value: value === ALMOST_ALL_WRITES ? 10 : value }];
    await stub.submitChange({ changeId: chance.uuid(), items: given }, AUTHOR);
    await device.act();
    // The frames of the logger are limited in time.
    clock.forward(STEP_MS);
  }
  device.misbehave(manners);
  device.editBefore();
  await submit(0, AUTHOR);
  if (isSecond || isSpent) {
    const second = await submit(50, OTHER);
    if (isSpent && second.ok) throw new Error("a group was admitted beyond the budget");
  }
  const revokeAt = chance.happens(0.15) ? chance.between(0, FIRST_STEPS) : -1;
  const evictAt = chance.happens(0.5) ? chance.between(0, FIRST_STEPS + 20) : -1;
  const evictWith = chance.oneOf(["hibernate", "close"] as const);
  for (let step = 0; step < FIRST_STEPS + STEPS; step++) {
    if (step === revokeAt) await stub.endViewers({ person: AUTHOR.id, rightsVersion: 2 });
    if (step === evictAt) {
      await evictDurableObject(stub, { webSockets: evictWith });
      if (evictWith === "close") await device.lost();
    }
    await device.act();
    clock.forward(step < FIRST_STEPS ? FIRST_STEP_MS : STEP_MS);
    await ring(siteId);
    if (step % 4 === 0 && (await isOver(siteId))) break;
  }
  await device.act();
  const changes = await readChanges(siteId);
  const areMixed = isSecond || isSpent || items === ITEMS;
  const isPlain = chosen.length === 1 && !areMixed && revokeAt === -1;
  const end = changes.at(-1)?.record;
  const how = end?.atomic ? `atomic${features.includes("atomic") ? " frame" : ""}` : "each";
  const key = `${chosen[0]}, ${how}${items === 1 ? ", one item" : ""}`;
  return {
    ...{ diary, changes, registers: device.registers, areMixed },
    end:
      isPlain && end !== undefined
        ? { key, result: shownEnd(end), allowed: allowedEnds(chosen[0] ?? "none", end.atomic) }
        : null,
  };
}

function shownEnd({ result, state }: ChangeRecord): string {
  return `${result ?? "none"}${state === "held" ? ", held" : ""}`;
}

function readChanges(siteId: number): Promise<TrackedChange[]> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql
      .exec<{ body: string }>(`SELECT body FROM setting_changes ORDER BY sequence`)
      .toArray()
      .map(({ body }) => trackedChange.parse(JSON.parse(body))),
  );
}

async function isOver(siteId: number): Promise<boolean> {
  return (await readChanges(siteId)).every(({ phase }) => phase === "done");
}
