import type { CommandRecord } from "#domain/commands/command-record.ts";
import { Chance } from "../../../support/seeded-chance.ts";
import { type Inside, lookInside } from "../../../support/site-inside.ts";
import { World } from "../../../support/world/world.ts";
import { SiteModel } from "../model/site-model.ts";
import { compareCommand, compareStored, compareView, statusOf } from "./agree.ts";
import { compareRollups } from "./agree-rollups.ts";
import { Cast } from "./cast.ts";
import { metricsText, Observer } from "./observer.ts";
import { Polls } from "./polls.ts";
import { MAX_LATE_MS, RoughLines } from "./rough-lines.ts";
import { Steps } from "./steps.ts";
import { Watchdog } from "./watchdog.ts";

/** Everything agrees within this of the last reconnection, ms. */
const AGREE_MS = 120_000;
/** Everybody is back within this once nothing disturbs them any more, ms: the longest waits of loggers and viewers. */
const BACK_MS = 400_000;
/** Polls are frequent enough. */
const MAX_METRICS_AGE_MS = 225_000;

export type SeedRun = {
  seed: number;
  steps: number;
  /** What was not as contracted; empty where all was. */
  faults: string[];
  trace: string[];
  /** What happened, for the summary. */
  counts: Record<string, number>;
  /** ms from the last reconnection until all agreed. */
  agreedAfterMs: number;
};

/** One random world from its seed: some hundred steps among faults and evictions, then calm until everything agrees. */
export async function runSeed(siteId: number, seed: number, maxSteps: number): Promise<SeedRun> {
  const world = await World.open({ siteId, seed });
  world.trace = [];
  const model = new SiteModel(MAX_LATE_MS);
  model.heartbeatOf = (line) => world.heartbeatOf(line);
  const observer = new Observer(world, model);
  const chance = new Chance(world.random);
  const lines = new RoughLines(chance);
  const cast = new Cast(world, chance, observer, () =>
    model.fault("an answer came to a viewer who had asked nothing"),
  );
  const watchdog = new Watchdog(world, model, cast.viewers, MAX_LATE_MS);
  const polls = new Polls(world, chance);
  const run = new Steps(world, chance, cast, lines, polls);
  const counts: Record<string, number> = {};
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  world.watch(({ kind }) => count(kind));
  let agreedAfterMs = 0;
  let steps = 0;
  try {
    const planned = Math.floor(maxSteps * (0.5 + chance.random() / 2));
    for (const viewer of cast.viewers) if (chance.happens(0.7)) viewer.connect();
    world.faults = lines.faults;
    for (; steps < planned && model.faults.length === 0; steps++) {
      await run.take();
      if (chance.happens(0.12)) await world.evict(chance.happens(0.75) ? "hibernate" : "close");
      watchdog.look();
    }
    if (model.faults.length === 0) agreedAfterMs = await comeToRest();
  } catch (error) {
    model.fault(`the world stopped: ${error instanceof Error ? error.stack : String(error)}`);
  }
  for (const error of world.thrown) model.fault(`the object threw ${String(error)}`);
  const unexpected = world.log.filter((line) => !/not (delivered|sent)/.test(line));
  if (unexpected.length > 0) model.fault(`the object logged ${unexpected[0]}`);
  const { trace } = world;
  await world.close();
  return { seed, steps, faults: model.faults, trace, counts, agreedAfterMs };

  /** All faults stop, everybody connects anew. @returns ms from the last of them to agreement */
  async function comeToRest(): Promise<number> {
    world.note("calm");
    world.faults = {};
    polls.calm();
    cast.dismissRival();
    cast.behave({ verb: "revive" });
    cast.behave({ verb: "answer" });
    cast.logger.plant.manner = "obeys";
    // The logger first: a share session receives a new tree only when it reconnects.
    await comeBack("the logger", () => cast.logger.logger.state === "online");
    for (const viewer of cast.viewers) {
      viewer.line?.cut();
      if (viewer.phase === "idle") viewer.connect();
    }
    await comeBack("a viewer", () => cast.viewers.every(({ phase }) => phase === "live"));
    if (model.faults.length > 0) return 0;
    await world.evict("hibernate");
    let since = world.now();
    for (;;) {
      await world.advance(chance.between(3_000, 6_000));
      if (signInAgain()) since = world.now();
      watchdog.look();
      const left = [
        ...cast.viewers.flatMap((viewer) => compareView(viewer, model)),
        ...unfinished(),
      ];
      const passed = world.now() - since;
      if (model.faults.length > 0) return passed;
      if (left.length === 0 && (await isStored(passed))) return passed;
      if (passed <= AGREE_MS) continue;
      for (const difference of left) model.fault(difference);
      if (left.length === 0) for (const difference of await judgeStored()) model.fault(difference);
      return passed;
    }
  }

  async function comeBack(who: string, isBack: () => boolean): Promise<void> {
    for (let waited = 0; !isBack(); waited += 1_000) {
      if (waited > BACK_MS) return model.fault(`${who} did not come back`);
      signInAgain();
      await world.advance(1_000);
    }
  }

  /** Whether a user's access had ended, which a page may learn late, and they came back. */
  function signInAgain(): boolean {
    const ended = cast.viewers.filter(({ phase }) => phase === "ended");
    for (const viewer of ended) viewer.connect();
    return ended.length > 0;
  }

  async function isStored(passed: number): Promise<boolean> {
    const found = await judgeStored();
    if (found.length > 0 && passed > AGREE_MS) for (const one of found) model.fault(one);
    return found.length === 0 || passed > AGREE_MS;
  }

  /** What a fresh object finds in storage, against the model. */
  async function judgeStored(): Promise<string[]> {
    await world.evict("hibernate");
    const inside: Inside = await lookInside(siteId);
    const records = new Map<string, CommandRecord>();
    const rollups: string[] = [];
    await world.call((_, storage) => {
      rollups.push(...compareRollups(storage, model));
      const { sql } = storage;
      for (const { tracked } of sql.exec<{ tracked: string }>(`SELECT tracked FROM commands`)) {
        const { record } = JSON.parse(tracked) as { record: CommandRecord };
        records.set(record.commandId, record);
      }
    });
    return [
      ...compareStored(inside, model),
      ...rollups,
      ...judgeOutbox(),
      ...judgeCommands(records),
      ...judgeDevice(),
    ];
  }

  /** What must come to its end before anything can agree. */
  function unfinished(): string[] {
    const found: string[] = [];
    for (const { address, value, state } of model.commands.all.values())
      if (state !== "ended") found.push(`the command ${address} = ${value} never ended`);
    if (cast.logger.logger.waiting > 2) found.push("the logger still keeps samples");
    return found;
  }

  function judgeOutbox(): string[] {
    const found: string[] = [];
    const status = observer.taken.get("status");
    const levels = model.events.active.map(({ level }) => level);
    const alarm = ["fault", "warning", "info"].find((level) => levels.includes(level)) ?? "none";
    const reported = [status?.online, status?.siteStatus, status?.alarm, status?.systemType];
    const expected = [true, statusOf(model), alarm, model.identity?.systemType];
    if (JSON.stringify(reported) !== JSON.stringify(expected))
      found.push(`the queue has ${JSON.stringify(reported)}, not ${JSON.stringify(expected)}`);
    const metrics = observer.taken.get("metrics");
    const text = metricsText(metrics?.at, [
      metrics?.solar,
      metrics?.batterySoc,
      metrics?.grid,
      metrics?.load,
    ]);
    if (metrics !== undefined && !observer.metrics.has(text))
      found.push("the queue has metrics that were never true");
    const newest = model.samples.newestAt ?? 0;
    if (newest - Number(metrics?.at ?? 0) > MAX_METRICS_AGE_MS) found.push("the metrics are old");
    return found;
  }

  function judgeCommands(records: ReadonlyMap<string, CommandRecord>): string[] {
    const found: string[] = [];
    for (const command of model.commands.all.values()) {
      const name = `the command ${command.address} = ${command.value}`;
      const times = observer.executed.get(command.id)?.length ?? 0;
      const difference = compareCommand(command, records.get(command.id));
      if (difference !== null) found.push(`the store has ${difference}`);
      if (command.results[0] === "success" && times === 0)
        found.push(`${name} counts as success and was never executed`);
      if (command.sentOn.length === 0 && times > 0) found.push(`${name} was executed unsent`);
    }
    if (records.size !== model.commands.all.size)
      found.push(`the store has ${records.size} commands, not ${model.commands.all.size}`);
    return found;
  }

  /** Nothing that the device sampled is missing from what reached the object. */
  function judgeDevice(): string[] {
    if (run.wasClockWrong) return [];
    const { plant } = cast.logger;
    const late = world.now() - 65_000;
    for (const { at, values } of plant.samples) {
      if (at > late) continue;
      for (const [address, value] of Object.entries(values))
        if (value !== null && model.samples.stored.get(address)?.has(at) !== true)
          return [`the sample of ${address} at ${at - world.startAt} never reached the store`];
    }
    return [];
  }
}
