import type { ChangeAuthor } from "#protocol/settings.ts";
import { hashNumbers, seededRandom } from "#simulator/random.ts";
import { resetSwitchCounters } from "../../support/reset-switch-counters.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { connectDevice, type SettingDevice } from "../../support/setting-device.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { siteStub } from "../../support/site-logger.ts";
import { stampOf } from "../../support/viewer-browser.ts";
import { ring, type SiteViewer, watch } from "../../support/viewer-socket.ts";

const DEVICE = "7E4401";
const ITEMS = 6;
const HOUR_MS = 3_600_000;
/** A run begins then, ms UTC: long before the end of the day, which renews the budgets. */
const START = Date.parse("2027-06-15T06:00:00Z");
/** Frames of viewers and loggers are limited in time. */
const PACE_MS = 1_000;
const HEARTBEAT_EACH = 20;
const setting = { kind: "setting", access: "rw", min: 0, max: 10_000, step: 1 } as const;
const REGISTERS = Array.from({ length: ITEMS }, (_, index) => ({
  ...setting,
  register: `000${index + 1}`,
}));
const addressOf = (index: number) => `${DEVICE}000${index + 1}`;
const AUTHOR: ChangeAuthor = {
  ...{ id: 7, name: "Olga", session: "s", rightsVersion: 1, isAdvanced: false },
};
/** Maximum number of writes of a register on one day. */
const BUDGET = 10;

export type WearRun = {
  findings: string[];
  /** Writes of equal values, by changes and by a socket. */
  equalWrites: number;
  /** Writes of loops that save another value each time. */
  loopWrites: { changes: number; socket: number };
  /** Writes by the meter of the portal, and by the device's own count, in the random worlds. */
  meter: number;
  device: number;
};

type World = {
  siteId: number;
  device: SettingDevice;
  viewer: SiteViewer;
  clock: ReturnType<typeof freezeSiteClock>;
};

/** Saves equal values and runs a loop, so many times each, and compares the meter with the device in random worlds. */
export async function runWear(
  seed: number,
  count: number,
  { firstSite = 1 } = {},
): Promise<WearRun> {
  const clock = freezeSiteClock(START);
  const run: WearRun = {
    ...{ findings: [], equalWrites: 0, loopWrites: { changes: 0, socket: 0 }, meter: 0, device: 0 },
  };
  let siteId = firstSite;
  const open = async (): Promise<World> => {
    siteId += 1;
    await resetSwitchCounters([stampOf().person]);
    const device = await connectDevice(siteId, DEVICE, REGISTERS);
    return { siteId, device, clock, viewer: (await watch(siteId)).viewer };
  };
  run.equalWrites = await saveEqual(await open(), count);
  run.loopWrites.changes = await loopChanges(await open(), count);
  run.loopWrites.socket = await loopSocket(await open(), count);
  for (let world = 0; world < Math.ceil(count / 20); world++) {
    const chance = new Chance(seededRandom(hashNumbers(seed, world)));
    await compareMeter(await open(), chance, run);
  }
  if (run.equalWrites > 0) run.findings.push(`${run.equalWrites} writes of equal values`);
  for (const [loop, writes] of Object.entries(run.loopWrites))
    if (writes !== BUDGET) run.findings.push(`a loop of ${loop} wrote ${writes} times`);
  clock.release();
  return run;
}

function submit(siteId: number, items: readonly { address: string; value: number }[]) {
  const request = { changeId: crypto.randomUUID(), items: [...items] };
  return siteStub(siteId).submitChange(request, AUTHOR);
}

/** Lets time pass, in which the viewer stays connected. */
async function pace({ clock, viewer }: World, step: number): Promise<void> {
  clock.forward(PACE_MS);
  if (step % HEARTBEAT_EACH === 0) await viewer.beat();
}

function ask({ viewer }: World, address: string, value: number) {
  return viewer.ask(320, { commandId: crypto.randomUUID(), address, value });
}

async function saveEqual(world: World, count: number): Promise<number> {
  const { device, siteId } = world;
  const item = { address: addressOf(0), value: 20 };
  await submit(siteId, [item]);
  await device.answerAll();
  for (let save = 0; save < count; save++) {
    await submit(siteId, [item]);
    await ask(world, item.address, item.value);
    await pace(world, save);
    if (save % HEARTBEAT_EACH === 0) await device.answerAll();
  }
  await device.answerAll();
  return device.writes.length - 1;
}

/** A client that saves another value each time, without waiting. */
async function loopChanges(world: World, count: number): Promise<number> {
  const { device, siteId } = world;
  for (let save = 0; save < count; save++) {
    await submit(siteId, [{ address: addressOf(0), value: save }]);
    await pace(world, save);
    if (save % 3 === 0) await device.answerAll();
  }
  await device.answerAll();
  return device.writes.length;
}

/** A client that repeats a control with other values, while the device is slow to answer. */
async function loopSocket(world: World, count: number): Promise<number> {
  const { device } = world;
  for (let save = 0; save < count; save++) {
    await ask(world, addressOf(0), 100 + save);
    await pace(world, save);
    if (save % 7 === 0) await device.answerAll();
  }
  await device.answerAll();
  return device.writes.length;
}

/** Random changes, controls, refusals and repeated answers; the meter equals the device's count afterwards. */
async function compareMeter(world: World, chance: Chance, run: WearRun): Promise<void> {
  const { clock, device, siteId } = world;
  for (let step = 0; step < 20; step++) {
    if (chance.happens(0.2)) device.refused.add(addressOf(chance.below(ITEMS)));
    if (chance.happens(0.3)) device.refused.clear();
    const items = Array.from({ length: chance.between(1, ITEMS) }, (_, index) => ({
      address: addressOf(index),
      value: chance.below(30),
    }));
    const [first] = items;
    if (chance.happens(0.5)) await submit(siteId, items);
    else if (first !== undefined) await ask(world, first.address, first.value);
    await device.answerAll();
    if (chance.happens(0.3)) repeatAnswer(device);
    await device.answerAll();
    await pace(world, step);
  }
  clock.forward(HOUR_MS);
  await ring(siteId);
  await device.answerAll();
  const settings = (await siteStub(siteId).readSettings("s"))?.settings ?? [];
  for (const { address, writes, writesToday } of settings) {
    const counted = device.counts.get(address) ?? 0;
    run.meter += writes;
    run.device += counted;
    if (writes !== counted) run.findings.push(`${siteId} ${address}: ${writes}, not ${counted}`);
    if (writesToday > BUDGET) run.findings.push(`${siteId} ${address}: ${writesToday} on one day`);
  }
}

/** Sends the answer to the last control again. */
function repeatAnswer(device: SettingDevice): void {
  const sent = device.logger.inbox.findLast(({ cmd }) => cmd === 320);
  if (sent === undefined) return;
  const { address, value } = sent as unknown as { address: string; value: number };
  const isRefused = device.refused.has(address);
  const result = isRefused
    ? { status: 400, result: "parameter error" }
    : { status: 200, result: "success", value };
  device.logger.send({ cmd: 321, id: sent.id, ...result });
}
