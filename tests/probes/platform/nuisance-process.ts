import { performance } from "node:perf_hooks";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { HostileLogger } from "#simulator/hostile/hostile-logger.ts";
import { dialPortal } from "#simulator/logger/dial-portal.ts";
import { LightViewer, type Ticket } from "./light-viewer.ts";
import { PlainLogger } from "./plain-logger.ts";
import { serveCalls } from "./process-calls.ts";
import { signInViewer } from "./viewer-account.ts";

export type NuisanceStart = {
  url: string;
  account: string;
  password: string;
  /** The site of the hostile logger, and the one whose viewers stop reading. */
  hostile: FleetSite;
  unread: FleetSite;
  seed: number;
};
/** How a viewer fared that says of nothing that it has read it. */
type Unread = {
  welcomed: boolean;
  received: number;
  /** How it was closed, and how long after the 64th values, ms. */
  end: string | null;
  closedAfterMs: number | null;
};
export type Nuisance = { sent: number; ends: Record<string, number>; unread: Unread[] };

const TICK_MS = 10;
const REGISTERS = 500;
/** Below what a logger may send. */
const EVERY_MS = 125;
const MAX_UNANSWERED = 64;

let start: NuisanceStart;
let takeTicket: (serial: string) => Promise<Ticket>;
let hostile: HostileLogger | null = null;
let logger: PlainLogger | null = null;
let unread: { viewer: LightViewer; fared: Unread }[] = [];

function makeUnread() {
  const fared: Unread = { welcomed: false, received: 0, end: null, closedAfterMs: null };
  let fullAt = 0;
  const viewer = new LightViewer({
    url: start.url,
    serial: start.unread.serial,
    takeTicket: () => takeTicket(start.unread.serial),
    random: Math.random,
    isMute: true,
    staysAway: true,
    onWelcome() {
      fared.welcomed = true;
    },
    onValues() {
      fared.received += 1;
      if (fared.received === MAX_UNANSWERED) fullAt = performance.now();
    },
    onEnd(reason) {
      fared.end = reason;
      fared.closedAfterMs = Math.round(performance.now() - fullAt);
    },
  });
  return { viewer, fared };
}

setInterval(() => hostile?.tick(Date.now()), TICK_MS);

serveCalls({
  async prepare(given: NuisanceStart) {
    start = given;
    takeTicket = await signInViewer(start.url, start.account, start.password);
  },
  /** One viewer says nothing, the other does not even read. */
  async stopReading() {
    unread = [makeUnread(), makeUnread()];
    await Promise.all(unread.map(({ viewer }) => viewer.connect()));
    while (!unread.every(({ viewer }) => viewer.isIn))
      await new Promise((resolve) => setTimeout(resolve, 20));
    unread[1]?.viewer.pause();
    logger = new PlainLogger({
      site: start.unread,
      dial: dialPortal(start.url),
      registers: REGISTERS,
      everyMs: EVERY_MS,
      firstAt: 0,
      onEnd: () => {},
    });
    logger.start();
  },
  readAgain() {
    unread[1]?.viewer.resume();
  },
  beHostile() {
    const { url, seed } = start;
    hostile = new HostileLogger({ credentials: start.hostile, dial: dialPortal(url), seed });
  },
  look(): Nuisance {
    return {
      sent: hostile?.counts.sent ?? 0,
      ends: Object.fromEntries(hostile?.ends ?? []),
      unread: unread.map(({ fared }) => fared),
    };
  },
  stop() {
    hostile?.stop();
    logger?.stop();
    for (const { viewer } of unread) viewer.leave();
    unread = [];
    hostile = null;
    logger = null;
  },
});
