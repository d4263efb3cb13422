import { type FleetSite, readFleetFile } from "#simulator/fleet-file.ts";
import { dialPortal } from "#simulator/logger/dial-portal.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { hashText, seededRandom } from "#simulator/random.ts";
import { serveCalls } from "./process-calls.ts";
import { recordSamples } from "./sample-record.ts";

export type LoggersStart = {
  url: string;
  fleet: string;
  count: number;
  seed: number;
  /** Loggers that dial in a second, at first. */
  dialsPerSecond: number;
  /** Notes every sample that is taken. */
  record: boolean;
};
export type LoggersNews = {
  online: number;
  sampled: number;
  /** Instants that the portal does not have yet. */
  waiting: number;
  /** When one dialled, ms, since the last news. */
  dials: number[];
  /** When a 259 came, ms, since the last news. */
  welcomes: number[];
  /** How connections ended, or the attempts at them, since the last news. */
  ends: Record<string, number>;
};

const TICK_MS = 100;

const clock = new FleetClock();
let loggers: PretendLogger[] = [];
let records: ReturnType<typeof recordSamples>[] = [];
type Events = Pick<LoggersNews, "dials" | "welcomes" | "ends">;
const nothing = (): Events => ({ dials: [], welcomes: [], ends: {} });
let news = nothing();

function makeLogger(site: FleetSite, index: number, start: LoggersStart): PretendLogger[] {
  const { profile, ...identity } = site;
  if (profile === null) return [];
  const plant = makePlant({ ...identity, profile }, start.seed, clock.plant());
  const record = start.record ? recordSamples(site.serial, plant) : null;
  if (record !== null) records.push(record);
  const dial = record?.watch(dialPortal(start.url)) ?? dialPortal(start.url);
  const logger = new PretendLogger({
    identity,
    plant,
    clock,
    dial(credentials, events) {
      news.dials.push(Date.now());
      return dial(credentials, events);
    },
    flash: keepInMemory(),
    random: seededRandom(hashText(site.serial) ^ start.seed),
    dialAt: clock.wall() + (index / start.dialsPerSecond) * 1_000,
    onLink(end) {
      if (end === null) news.welcomes.push(Date.now());
      else news.ends[end.reason] = (news.ends[end.reason] ?? 0) + 1;
    },
  });
  return [logger];
}

serveCalls({
  start(start: LoggersStart) {
    const spare = readFleetFile(start.fleet).sites.filter(({ group }) => group === "spare");
    loggers = spare.slice(0, start.count).flatMap((site, index) => makeLogger(site, index, start));
    setInterval(() => {
      for (const logger of loggers) logger.tick();
    }, TICK_MS);
  },
  news(): LoggersNews {
    const taken = news;
    news = nothing();
    return {
      online: loggers.filter(({ state }) => state === "online").length,
      sampled: loggers.reduce((sum, { sampled }) => sum + sampled, 0),
      waiting: loggers.reduce((sum, { waiting }) => sum + waiting, 0),
      ...taken,
    };
  },
  cut() {
    for (const logger of loggers) logger.behave({ verb: "drop" });
  },
  stopSampling() {
    for (const record of records) record.stop();
  },
  writeRecords(file: string) {
    for (const record of records) record.writeTo(file);
    records = [];
  },
});
