import { expect, test } from "vitest";
import { startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Backlog } from "#protocol/logger/backlog.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import type { Dial } from "#simulator/logger/link.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import { openPast } from "#simulator/past/open-past.ts";
import { notePastInMemory } from "#simulator/past/past-notes.ts";
import { SimulatedPlant } from "#simulator/plant/simulated-plant.ts";
import { hashNumbers, hashText } from "#simulator/random.ts";
import { house } from "../support/any-plant.ts";
import { lookInside } from "../support/site-inside.ts";
import { SERIAL, siteStub, upgradeLogger } from "../support/site-logger.ts";

const SITE = 4_711;
const site = {
  serial: SERIAL,
  secret: "secret",
  name: "House",
  group: "demo" as const,
  latitude: 38.6,
  longitude: -7.9,
  altitude: 300,
  timeZone: "Europe/Lisbon",
  systemType: "10003",
  systemCode: 5,
  pastDays: 2,
  profile: house,
};

const dial: Dial = (_, events) => {
  let socket: WebSocket | null = null;
  void upgradeLogger(SITE).then((response) => {
    socket = response.webSocket;
    socket?.accept();
    socket?.addEventListener("message", ({ data }) => events.received(String(data)));
    events.opened();
  });
  return {
    send: (text) => socket?.send(text),
    close: () => socket?.close(),
    cut: () => socket?.close(),
    pause: () => {},
    resume: () => {},
  };
};

/** A logger with two days of a past, on a clock that runs while it is ticked. */
function setUp() {
  const begun = Date.now();
  let now = begun;
  const flash = keepInMemory();
  const past = openPast(site, 1, begun, { flash, notes: notePastInMemory() });
  if (past === null) throw new Error("no past");
  const seed = hashNumbers(hashText(SERIAL), 1);
  const logger = new PretendLogger({
    identity: site,
    plant: new SimulatedPlant(house, site, seed, begun),
    clock: new FleetClock({ now: () => now, startAt: begun }),
    dial,
    flash,
    past,
  });
  const tick = async () => {
    now += 100;
    logger.tick();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { logger, past, tick };
}

test("a demo site's past arrives in full while live data and the progress are shown", async () => {
  const { logger, past, tick } = setUp();
  const { recorded } = past;
  while (logger.state !== "online") await tick();
  const reported: (Backlog | null)[] = [];
  let isUnderWay = false;
  while (past.mark.left > 0) {
    isUnderWay ||= logger.sendPast(() => {
      isUnderWay = false;
    });
    await tick();
    if (!isUnderWay) reported.push(await siteStub(SITE).readBacklog());
  }
  expect(reported.at(-1)).toBe(null);
  const percents = reported.flatMap((backlog) => backlog?.percent ?? []);
  expect(percents.length).toBeGreaterThan(0);
  expect(percents).toEqual([...percents].sort((one, other) => one - other));

  const inside = await lookInside(SITE);
  const days = Array.from({ length: recorded.days }, (_, day) => recorded.read(day));
  for (const address of ["FFFF000200", "FFFF000120", "FFFF000170"]) {
    const place = recorded.columns.indexOf(address);
    const sent = days.flatMap(({ samples }) =>
      samples.map(({ at, values }) => [at, values[place] ?? null] as const),
    );
    expect(inside.stored(address).filter(([at]) => at <= recorded.span.to)).toEqual(sent);
  }
  const counted = inside.stored("FFFF000203").map(([, value]) => Number(value));
  expect(counted).toEqual([...counted].sort((one, other) => one - other));

  const from = startOfDay(site.timeZone, Math.floor(recorded.span.to / DAY_MS) - 1);
  const states = await siteStub(SITE).readStates({ from, until: from + DAY_MS });
  const inverter = states.equipment.find(({ address }) => address === "003311");
  expect(inverter?.rows.length).toBeGreaterThan(1);
});
