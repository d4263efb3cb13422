import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { type TrackedChange, trackedChange } from "#domain/settings/tracked-change.ts";
import type { ChangeAuthor } from "#protocol/settings.ts";
import { hashNumbers, hashText, seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { siteStub } from "../../support/site-logger.ts";
import { ring } from "../../support/viewer-socket.ts";
import { addressOf, Device, ITEMS, MANNERS, type Manner } from "./device.ts";
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

export type ChangesRun = {
  findings: (Finding & { world: number })[];
  /** Number of changes by their result and whether they were held. */
  results: Map<string, number>;
  manners: Map<Manner, number>;
  trace: number;
};

/** Plays one change, or two, in each of so many worlds, each with faults of its own. */
export async function runChanges(
  seed: number,
  count: number,
  { firstSite = 1 } = {},
): Promise<ChangesRun> {
  const run: ChangesRun = { findings: [], results: new Map(), manners: new Map(), trace: seed };
  const clock = freezeSiteClock();
  for (let world = 0; world < count; world++) {
    const chance = new Chance(seededRandom(hashNumbers(seed, world)));
    const played = await playWorld(firstSite + world, world, chance, clock, run.manners);
    run.findings.push(...judge(played).map((finding) => ({ ...finding, world })));
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
  const items = chance.between(1, ITEMS);
  for (const manner of chosen) {
    manners.set(addressOf(chance.between(0, items - 1)), manner);
    met.set(manner, (met.get(manner) ?? 0) + 1);
  }
  const features = ["atomic", "revert"].filter(() => chance.happens(0.4));
  const clockOffsetMs = chance.oneOf([0, 0, DAY_MS, -DAY_MS]);
  const device = new Device({ siteId, features, clockOffsetMs, manners, now: clock.now, diary });
  await device.connect();
  const stub = siteStub(siteId);
  const isAtomic = chance.happens(0.6);
  const isSecond = chance.happens(0.25);
  const submit = (first: number, length: number) => {
    const expected = chance.happens(0.5) && { expected: 10 };
    const all = Array.from({ length }, (_, index) => ({
      address: addressOf(first + index),
      value: 100 + 3 * index + first,
      ...expected,
    }));
    const revert = chance.happens(0.3) && { revertAfter: 600 };
    const changeId = chance.uuid();
    return stub.submitChange({ changeId, items: all, atomic: isAtomic, ...revert }, AUTHOR);
  };
  // The values must be known before anything may be expected of them.
  await stub.submitChange(
    { changeId: chance.uuid(), items: [{ address: addressOf(ITEMS - 1), value: 9 }] },
    AUTHOR,
  );
  await device.act();
  device.editBefore();
  await submit(0, items);
  if (isSecond) await submit(0, items);
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
  const areMixed = isSecond || items === ITEMS;
  return { diary, changes, registers: device.registers, areMixed };
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
