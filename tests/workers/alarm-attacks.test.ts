import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { newSite } from "../probes/alarms/run.ts";
import { inSite, type Opened } from "./series-support.ts";

const ADDRESS = "0033110107";
/** Alarms that the logger may cause. */
const BUDGET = 40;

/** Alarms of a site whose logger has a small budget. */
function limitedSite({ storage, clock }: Opened) {
  // The site's id is known once a logger was connected.
  storage.sql.exec(`INSERT INTO facts (name, value) VALUES ('siteId', '1')`);
  let left = BUDGET;
  const budgets = {
    left: () => left,
    spend: (_name: string, count: number) => {
      left -= count;
    },
  };
  const { alarms, series } = newSite(storage, clock, undefined, budgets);
  /** Number of messages to the rest of the system: at most two for each alarm, its start and its end. */
  const count = () => {
    const query = `SELECT ifnull(max(sequence), 0) AS sent FROM alarm_outbox`;
    return storage.sql.exec<{ sent: number }>(query).one().sent;
  };
  return { alarms, series, count };
}

const piece = (index: number) => ({
  address: `0033${(index + 16).toString(16).padStart(2, "0")}`.toUpperCase(),
  typeCode: "0033",
  registers: [],
});

test("a logger whose equipment comes and goes logs no more alarms than its budget", () =>
  inSite("attack-tree", (opened) => {
    const { alarms, count } = limitedSite(opened);
    const few = [piece(0)];
    const many = Array.from({ length: 30 }, (_, index) => piece(index));
    for (let turn = 0; turn < 10; turn++) {
      opened.clock.at += SECOND_MS;
      alarms.platform.treeChanged(many, few);
      opened.clock.at += SECOND_MS;
      alarms.platform.treeChanged(few, many);
    }
    expect(count()).toBeLessThanOrEqual(2 * BUDGET);
  }));

test("a logger whose clock jumps logs no more alarms than its budget", () =>
  inSite("attack-clock", (opened) => {
    const { alarms, series, count } = limitedSite(opened);
    for (let turn = 0; turn < 4 * BUDGET; turn++) {
      opened.clock.at += SECOND_MS;
      const at = opened.clock.at + (turn % 2 === 0 ? 10 * MINUTE_MS : 0);
      const batch = { times: [at], columns: new Map([[ADDRESS, [turn]]]) };
      const examined = alarms.examineBatch(batch, false);
      series.appendSamples(batch);
      alarms.batchStored(batch, examined, undefined);
    }
    expect(count()).toBeLessThanOrEqual(2 * BUDGET);
  }));
