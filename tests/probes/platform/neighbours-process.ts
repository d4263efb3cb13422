import type { FleetSite } from "#simulator/fleet-file.ts";
import { dialPortal } from "#simulator/logger/dial-portal.ts";
import { LightViewer } from "./light-viewer.ts";
import { PlainLogger } from "./plain-logger.ts";
import { serveCalls } from "./process-calls.ts";
import { signInViewer } from "./viewer-account.ts";

export type NeighboursStart = {
  url: string;
  account: string;
  password: string;
  sites: FleetSite[];
  registers: number;
  /** Each site sends a frame so often, ms. */
  everyMs?: number;
};
/** ms from a frame's sending to its answer, and to its arrival at a viewer; frames that had neither in time. */
export type Latencies = { answers: number[]; pushes: number[]; missing: number; ends: string[] };

const EVERY_MS = 1_000;
/** What has not come by then counts as missing. */
const LATEST_MS = 5_000;

type Round = Latencies & { isSending: boolean };
let round: Round | null = null;
const ends: string[] = [];
/** When the frames of the round that are under way were sent. */
const due = { answers: new Map<string, number>(), pushes: new Map<string, number>() };
let loggers: PlainLogger[] = [];
let viewers: LightViewer[] = [];

function note(what: "answers" | "pushes", serial: string, at: number): void {
  const sent = due[what].get(`${serial} ${at}`);
  if (sent === undefined) return;
  due[what].delete(`${serial} ${at}`);
  round?.[what].push(performance.now() - sent);
}

function makeSite(start: NeighboursStart, site: FleetSite, index: number): PlainLogger {
  return new PlainLogger({
    site,
    dial: dialPortal(start.url),
    registers: start.registers,
    everyMs: start.everyMs ?? EVERY_MS,
    firstAt: (index / start.sites.length) * (start.everyMs ?? EVERY_MS),
    onSend(at) {
      if (!round?.isSending) return;
      due.answers.set(`${site.serial} ${at}`, performance.now());
      due.pushes.set(`${site.serial} ${at}`, performance.now());
    },
    onAnswer: (at) => note("answers", site.serial, at),
    onEnd: (reason) => ends.push(`logger ${reason}`),
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

serveCalls({
  async start(start: NeighboursStart) {
    const takeTicket = await signInViewer(start.url, start.account, start.password);
    loggers = start.sites.map((site, index) => makeSite(start, site, index));
    viewers = start.sites.map(
      ({ serial }) =>
        new LightViewer({
          url: start.url,
          serial,
          takeTicket: () => takeTicket(serial),
          random: Math.random,
          onValues: (at) => note("pushes", serial, at),
          onEnd: (reason) => ends.push(`viewer ${reason}`),
        }),
    );
    for (const [index, logger] of loggers.entries()) {
      logger.start();
      void viewers[index]?.connect();
      await pause(25);
    }
  },
  isReady: () => loggers.every(({ isWelcome }) => isWelcome) && viewers.every(({ isIn }) => isIn),
  async measure(ms: number): Promise<Latencies> {
    round = { answers: [], pushes: [], missing: 0, ends: [], isSending: true };
    await pause(ms);
    round.isSending = false;
    const deadline = Date.now() + LATEST_MS;
    const underWay = () => due.answers.size + due.pushes.size;
    while (Date.now() < deadline && underWay() > 0) await pause(20);
    const { answers, pushes } = round;
    const measured = { answers, pushes, missing: underWay(), ends: ends.splice(0) };
    round = null;
    due.answers.clear();
    due.pushes.clear();
    return measured;
  },
});
