import { setTimeout as pause } from "node:timers/promises";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import { type FleetSite, readFleetFile } from "#simulator/fleet-file.ts";
import { hashText, seededRandom } from "#simulator/random.ts";
import { readDemo, writeJson } from "#tools/demo/demo.ts";
import { openAlarmRules } from "#tools/demo/open-alarm-rules.ts";
import { type PastReport, startSimulator } from "#tools/simulator-process.ts";
import { type Logger, openLogger } from "../../clean-room/logger-client.mjs";
import type { TestServer } from "../../support/server.ts";
import type { KnownYield } from "./fleet-questions.ts";
import type { SiteName } from "./question.ts";

/**
 * Serial numbers: a house with a meter, a lithium battery and a long past, a house under clouds whose battery
 * is empty in the evening, and a clinic with a battery that needs attention.
 */
export const SERIALS: Readonly<Record<SiteName, string>> = {
  house: "DEMO-PT-01",
  cloudyHouse: "DEMO-NL-11",
  clinic: "DEMO-NP-12",
};
/** Days of the past of the house under clouds, more than to the last Tuesday. */
const SHORT_PAST = 10;

/**
 * Starts the loggers of these sites as `npm start` does, and waits until the portal has their pasts.
 * @param days of the past that the house sends
 * @param onPast receives the progress
 */
export async function startDemo(
  server: TestServer,
  days: number,
  onPast: (past: PastReport) => void,
) {
  const { state, url, runtime, firmwareKeys } = server;
  await openAlarmRules({ url, runtime, demo: readDemo(state) });
  const fleet = readFleetFile(state.fleet);
  // The pasts of two sites are enough; those of all take eight minutes.
  const sites = fleet.sites.map((site) => ({
    ...site,
    ...(site.serial === SERIALS.house && { pastDays: days }),
    ...(site.serial === SERIALS.cloudyHouse && { pastDays: SHORT_PAST }),
    ...(site.serial === SERIALS.clinic && { pastDays: undefined }),
  }));
  writeJson(state.fleet, { ...fleet, sites });
  const { promise, resolve } = Promise.withResolvers<void>();
  let isSent = false;
  const simulator = startSimulator(state, url, {
    serials: Object.values(SERIALS),
    firmwareKeys,
    onPast(past) {
      if (isSent) return;
      onPast(past);
      isSent = past.days > 0 && past.sent === past.days;
      if (isSent) resolve();
    },
  });
  const ended = simulator.exited.then((code) => {
    throw new Error(`the simulator ended (code ${code}): see ${simulator.log}`);
  });
  ended.catch(() => {});
  await Promise.race([promise, ended]);
  return simulator;
}

/** Whole days of the past that each logger of the fleet sends. */
const PAST_DAYS = 8;
const POLL_MS = 2 * SECOND_MS;
const AT_ONCE = 20;
/** kWh per kWp and day of a site with broken strings. */
const FAULTY_YIELD = 0.4;

type Installed = { site: FleetSite; perDay: number; logger: Logger };

/** Sites of an installer, each with a logger that has sent a week of sun. */
export class Installations {
  readonly #all: Installed[];

  private constructor(all: Installed[]) {
    this.#all = all;
  }

  static async connect(url: string, sites: readonly FleetSite[]): Promise<Installations> {
    const all: Installed[] = [];
    const faulty = Math.floor(sites.length / 2);
    for (let first = 0; first < sites.length; first += AT_ONCE)
      all.push(
        ...(await Promise.all(
          sites
            .slice(first, first + AT_ONCE)
            .map((site, place) => install(url, site, first + place === faulty)),
        )),
      );
    return new Installations(all);
  }

  get yields(): KnownYield[] {
    return this.#all.map(({ site, perDay }) => ({ name: site.name, perDay }));
  }

  /** Switches the logger of the site with the highest yield off. @returns its name and the instant */
  silence(): { name: string; at: number } {
    const [most] = this.#all.toSorted((one, two) => two.perDay - one.perDay);
    if (most === undefined) throw new Error("there is no site");
    most.logger.stop();
    return { name: most.site.name, at: Date.now() };
  }

  /** Resolves once the database has a week of each site, which the portal polls each minute. */
  async whenListed({ database }: Pick<TestServer["runtime"], "database">): Promise<void> {
    const serials = JSON.stringify(this.#all.map(({ site }) => site.serial));
    const left = () =>
      database
        .prepare(
          `select count(*) as left from modules join sites on sites.id = modules.site_id
           where serial in (select value from json_each(?)) and solar_week is null`,
        )
        .bind(serials)
        .first<number>("left");
    while ((await left()) !== 0) await pause(POLL_MS);
  }

  close(): void {
    for (const { logger } of this.#all) logger.stop();
  }
}

/** Connects the logger of a site, which sends its lifetime counter by the hour, as its panels make it grow. */
async function install(url: string, site: FleetSite, isFaulty: boolean): Promise<Installed> {
  const { serial, secret, profile } = site;
  if (profile?.kind !== "simulated") throw new Error(`${serial} has no panels`);
  const peakKw = profile.solar.reduce((sum, { peakW }) => sum + peakW, 0) / 1_000;
  // The list compares sites with their neighbours, of which none but the faulty one is below half of another.
  const perDay = isFaulty ? FAULTY_YIELD : 2.5 + 2 * seededRandom(hashText(serial))();
  const logger = openLogger({ url, serial, secret, sample: false });
  await logger.ready(60 * SECOND_MS);
  const now = logger.now();
  const start = Math.floor((now - PAST_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS;
  const count = Math.floor((now - start) / HOUR_MS) + 1;
  const perHour = (perDay * peakKw * 1_000) / 24;
  const hours = Array.from({ length: count }, (_, hour) => hour);
  logger.pushBatch({
    ...{ start, step: HOUR_MS, count },
    values: {
      [SITE_ADDRESS.solarPower]: hours.map(() => perHour),
      [SITE_ADDRESS.solarEnergy]: hours.map((hour) => 1_000_000 + hour * perHour),
    },
  });
  return { site, perDay, logger };
}
