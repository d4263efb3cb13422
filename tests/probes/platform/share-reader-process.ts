import { HOUR_MS } from "#domain/units/durations.ts";
import { serveCalls } from "./process-calls.ts";

export type ShareReaders = {
  url: string;
  /** Of the session of the share link. */
  token: string;
  siteId: number;
  addresses: readonly string[];
  /** The past of the site, ms UTC. */
  from: number;
  until: number;
  connections: number;
};
/** How many queries were answered with each status. */
export type Answered = Record<string, number>;

const CURVES = "/site/v2/chart/periodrecord/curve";
const ENERGIES = "/site/v4/chart/detailStats";
const ENERGIES_EVERY = 8;

let start: ShareReaders;
let isReading = false;
let answered: Answered = {};
let asked = 0;

/** Asks again at once, whatever was answered; never the same question twice. */
async function readOn(): Promise<void> {
  while (isReading) {
    asked += 1;
    const { url, token, siteId, addresses, from, until } = start;
    const isCurve = asked % ENERGIES_EVERY !== 0;
    const startDateTime = from + asked * 1_000;
    const endDateTime = until - (asked % 24) * HOUR_MS;
    const date = new Date(from + (asked % 365) * 24 * HOUR_MS).toISOString().slice(0, 10);
    const input = isCurve ? { addresses, startDateTime, endDateTime } : { date };
    const response = await fetch(`${url}/api${isCurve ? CURVES : ENERGIES}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: token },
      body: JSON.stringify({ siteId, ...input }),
    });
    await response.arrayBuffer();
    const name = `${isCurve ? "curves" : "energies"} ${response.status}`;
    answered[name] = (answered[name] ?? 0) + 1;
  }
}

serveCalls({
  prepare(given: ShareReaders) {
    start = given;
  },
  begin() {
    isReading = true;
    answered = {};
    for (let index = 0; index < start.connections; index++) void readOn();
  },
  end(): Answered {
    isReading = false;
    return answered;
  },
});
