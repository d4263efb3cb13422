import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { expect, vi } from "vitest";
import { ALPHA, BETA, GAMMA, seedUsers } from "../../support/seed-users.ts";
import { freezeSiteClock } from "../../support/site-clock.ts";
import { lookInside } from "../../support/site-inside.ts";
import { siteStub } from "../../support/site-logger.ts";
import { StoreModel } from "../../support/store-model.ts";
import { admit } from "../../support/worker-gate.ts";
import { WitnessLogger, WitnessViewer } from "./witness.ts";

/** The same for every run, so that a seed gives the same frames, and later than any real day of a run. */
const BEGINNING = Date.UTC(2040, 0, 1);
const SITES = [ALPHA, BETA, GAMMA];
const PROTOTYPES = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise].map(
  ({ prototype }) => prototype as object,
);

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Three sites behind the real Worker: on the first a logger misbehaves before a watching witness, on the second viewers
 * do beside two witnesses, the third stays undisturbed.
 */
export async function makeWorld() {
  await seedUsers();
  const clock = freezeSiteClock(BEGINNING);
  const failures: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...reported) => void failures.push(reported));
  const people = {
    owner: await admit("owner"),
    monitor: await admit("monitor"),
    full: await admit("full"),
  };
  const loggers = {
    [BETA]: await WitnessLogger.open("BETA-0001", clock),
    [GAMMA]: await WitnessLogger.open("GAMMA-001", clock),
  };
  const watch = (siteId: number) => WitnessViewer.open(people.owner, siteId, clock.now());
  const viewers = {
    [ALPHA]: await watch(ALPHA),
    [BETA]: await watch(BETA),
    [GAMMA]: await watch(GAMMA),
  };
  const models = {
    [ALPHA]: new StoreModel(),
    [BETA]: loggers[BETA].model,
    [GAMMA]: loggers[GAMMA].model,
  };
  const prototypes = PROTOTYPES.map((each) => [each, Reflect.ownKeys(each).length] as const);

  /** No name of the language means anything else than before. */
  function expectClean(): void {
    for (const [prototype, count] of prototypes)
      if (Reflect.ownKeys(prototype).length !== count) throw new Error("a prototype was changed");
    if (failures.length > 0) throw new Error(`the object failed: ${JSON.stringify(failures)}`);
  }

  /**
   * Whether everybody else goes on as if nothing were, on the sockets of before: an object that failed would have lost
   * them, or have said so in its log.
   */
  async function prove(): Promise<void> {
    for (const siteId of [BETA, GAMMA] as const) {
      await viewers[siteId].catchUp();
      const push = await loggers[siteId].upload();
      expect(await viewers[siteId].catchUp()).toEqual([push]);
    }
    await viewers[ALPHA].catchUp();
    expectClean();
  }

  /** Whether every store holds what was acknowledged, and the watched picture is what is stored. */
  async function proveStores(): Promise<void> {
    for (const siteId of [ALPHA, BETA, GAMMA] as const) {
      await viewers[siteId].catchUp();
      const inside = await lookInside(siteId);
      expect(models[siteId].compare(inside.stored)).toBeNull();
      for (const [address, { v }] of viewers[siteId].picture)
        expect([address, v]).toEqual([address, inside.values[address]]);
    }
  }

  /** In the middle of whatever is going on. */
  async function hibernate(siteId: number): Promise<void> {
    await evictDurableObject(siteStub(siteId), { webSockets: "hibernate" });
  }

  /** What is due by the clock of the run. */
  async function ring(): Promise<void> {
    for (const siteId of SITES) await runDurableObjectAlarm(siteStub(siteId));
  }

  return {
    clock,
    people,
    loggers,
    viewers,
    models,
    expectClean,
    prove,
    proveStores,
    hibernate,
    ring,
  };
}
