import { expect, test } from "vitest";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { MemoryPortal } from "../../tests/support/memory-portal.ts";
import { DEMO_SITES, RECORDED_DEVICES_SITE } from "./sites-data.ts";
import { listSpareSites } from "./spare-sites.ts";

const START = Date.UTC(2026, 5, 1, 9);
/** Spare sites with more equipment than a house with one inverter. */
const larger = listSpareSites(24).filter(
  ({ profile }) =>
    profile?.kind === "simulated" && (profile.inverter.phases > 1 || profile.inverter.units > 1),
);

test.each([...DEMO_SITES, ...larger, RECORDED_DEVICES_SITE])(
  "the logger of $serial says nothing that a portal would refuse",
  (site) => {
    let now = START;
    const portal = new MemoryPortal(() => now);
    if (site.profile === null) throw new Error("a demo site without a plant");
    const identity = { ...site, secret: "s", profile: site.profile };
    const logger = new PretendLogger({
      identity,
      plant: makePlant(identity, 1, START),
      clock: new FleetClock({ now: () => now, speed: 1, startAt: START }),
      dial: portal.dial,
      flash: keepInMemory(),
    });
    for (const end = now + 150_000; now < end; now += 100) {
      logger.tick();
      portal.deliver();
    }
    expect(portal.faults).toEqual([]);
    const reported = new Set(
      portal.take(COMMAND.realDataUpdate).flatMap(({ values }) => Object.keys(values)),
    );
    const [tree] = portal.take(COMMAND.connect);
    for (const { address, registers = [] } of tree?.equipment ?? [])
      for (const { register } of registers ?? []) expect(reported).toContain(address + register);
  },
);
