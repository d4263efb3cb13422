import { runInDurableObject } from "cloudflare:test";
import { trackedCommand } from "#domain/commands/tracked-command.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { siteStub } from "../../support/site-logger.ts";
import { HELPER, MONITOR, OWNER } from "../../support/world/viewer-stamps.ts";
import { World } from "../../support/world/world.ts";
import { WorldViewer } from "../../support/world/world-viewer.ts";
import type { Cell } from "./cells.ts";
import { Device } from "./device.ts";
import { Diarist } from "./diarist.ts";
import type { Diaries, StoredCommand } from "./diary.ts";
import { giveControl, giveCrowd } from "./give.ts";
import { ALL_REGISTERS } from "./panel.ts";
import { type Plan, Saboteur } from "./saboteur.ts";

type Played = {
  diaries: Diaries;
  plans: Plan[];
  trace: string[];
  /** What the object threw or logged: always a fault. */
  complaints: string[];
};
type Setting = {
  siteId: number;
  seed: number;
  cells: readonly Cell[];
  isFlapping: boolean;
  hasCrowd: boolean;
};

/** So many requests are under way together. */
const AT_ONCE = 4;
const WITHIN_MS = 6_000;
/** The longest that a command lives, its read-back included, ms. */
const ROUND_MS = 86_000;
const BACK_MS = 400_000;

/** One world of a logger, four pages and a site's object: each cell's controls meet their fault, then all come to rest. */
export async function playWorld({
  siteId,
  seed,
  cells,
  isFlapping,
  hasCrowd,
}: Setting): Promise<Played> {
  const world = await World.open({ siteId, seed });
  world.trace = [];
  const chance = new Chance(world.random);
  const device = new Device(world, chance);
  const people = {
    "owner's page": OWNER,
    "owner's other page": OWNER,
    helper: HELPER,
    monitor: MONITOR,
  };
  const names = new Map(
    Object.entries(people).map(([name, person]) => [new WorldViewer(world, { ...person }), name]),
  );
  const viewers = [...names.keys()];
  for (const [viewer, name] of names) viewer.tagPrefix = name;
  const diarist = new Diarist(world, names);
  const saboteur = new Saboteur(world, chance, device);
  const plans: Plan[] = [];
  for (const viewer of viewers) viewer.connect();
  await comeBack();
  world.faults = saboteur.faults;
  saboteur.isFlapping = isFlapping;
  const stage = { world, chance, viewers, saboteur };

  for (let from = 0; from < cells.length; from += AT_ONCE) {
    const round = cells.slice(from, from + AT_ONCE);
    for (const cell of round) plans.push(giveControl(stage, cell, chance.between(0, WITHIN_MS)));
    await waitForEnds();
    if (!isFlapping) await comeBack();
  }
  if (hasCrowd) {
    plans.push(...giveCrowd(stage));
    await waitForEnds();
  }
  await comeToRest();
  const diaries = await collect();
  const { trace } = world;
  const complaints = [...world.thrown.map(String), ...world.log];
  await world.close();
  return { diaries, plans, trace, complaints };

  /** An end that a viewer has not received may still arrive later. */
  async function waitForEnds(): Promise<void> {
    const until = world.now() + ROUND_MS;
    const areEnded = () => plans.every(({ ids }) => ids.every((id) => diarist.ended.has(id)));
    await world.advance(WITHIN_MS);
    while (!areEnded() && world.now() < until) await world.advance(500);
  }

  async function comeBack(): Promise<void> {
    const areThere = () => device.isOnline && viewers.every(({ phase }) => phase === "live");
    const until = world.now() + BACK_MS;
    while (!areThere() && world.now() < until) await world.advance(500);
  }

  /** No more faults; everybody connects anew, and what was never answered is asked again. */
  async function comeToRest(): Promise<void> {
    world.note("calm");
    saboteur.isCalm = true;
    saboteur.isFlapping = false;
    device.wired.line?.cut();
    for (const viewer of viewers) viewer.line?.cut();
    await comeBack();
    await waitForEnds();
    await world.advance(ROUND_MS + 5_000);
    await comeBack();
  }

  async function collect(): Promise<Diaries> {
    const { equipment } = device.wired.plant;
    const registers = equipment.flatMap(({ address, registers: each }) =>
      each.map((register) => [address + register.register, register] as const),
    );
    return {
      registers: Object.fromEntries(registers),
      door: diarist.door,
      device: device.diary,
      holds: Object.fromEntries(ALL_REGISTERS.map((one) => [one, device.wired.plant.read(one)])),
      viewers: diarist.viewers,
      pages: [...names].map(([{ view }, viewer]) => ({
        viewer,
        records: [...(view?.commands ?? [])],
      })),
      store: await readStore(siteId),
      endedAt: world.now(),
    };
  }
}

function readStore(siteId: number): Promise<StoredCommand[]> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql
      .exec<{ tracked: string }>(`SELECT tracked FROM commands ORDER BY sequence`)
      .toArray()
      .map((row) => trackedCommand.parse(JSON.parse(row.tracked)))
      .map(({ record, endedAt }) => ({ record, endedAt })),
  );
}
