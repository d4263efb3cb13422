import { runInDurableObject } from "cloudflare:test";
import type { ImportPart } from "#domain/imports/import-parts.ts";
import { DAY_MS, QUARTER_MS } from "#domain/units/durations.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { PlantPast } from "#simulator/past/plant-past.ts";
import type { PlantProfile } from "#simulator/plant-profile.ts";
import { hashNumbers, hashText } from "#simulator/random.ts";
import type { DemoSite } from "#tools/demo/demo-site.ts";
import { connectLogger, siteStub } from "../site-logger.ts";

const AUTHOR = { id: 1, name: "The owner" };
const BATCH = 500;

export type FilledSite = Omit<DemoSite, "profile"> & { profile: PlantProfile };

/** Imports a day of another portal's data, a year before the logger's. */
async function importEarlierYear(siteId: number, from: number): Promise<void> {
  const start = Math.floor(from / DAY_MS - 365) * DAY_MS;
  const at = Array.from({ length: 4 }, (_, place) => start + place * QUARTER_MS);
  const layer = {
    layerId: `layer-${siteId}`,
    name: "earlier.csv",
    portal: "other" as const,
    from: start,
    until: start + 4 * QUARTER_MS,
    rows: 4,
    parts: 2,
    values: 8,
  };
  const columns = { "0100": [400, 800, null, 1_200] };
  await siteStub(siteId).beginImport(layer);
  const write = (part: number, content: ImportPart) =>
    siteStub(siteId).writeImportPart(layer.layerId, part, content, AUTHOR);
  await write(0, { kind: "samples", at, columns });
  const last = { kind: "energies" as const, at, columns: { solar: [100, 200, null, 300] } };
  const { state } = await write(1, last);
  if (state !== "complete") throw new Error(`the import is ${state}`);
}

/**
 * Lets the logger of a kind of site connect, send its history with statuses and events, and disconnect; a rule of the
 * owner raises alarms in it.
 */
export async function fillSite(
  siteId: number,
  demoSite: FilledSite,
  { from, to, seed }: { from: number; to: number; seed: number },
): Promise<void> {
  const site = { ...demoSite, secret: "secret" };
  const plant = makePlant(site, seed, to);
  const past = new PlantPast({
    plantAt: (at) => makePlant(site, seed, at),
    isChain: site.profile.kind === "simulated",
    timeZone: site.timeZone,
    seed: hashNumbers(hashText(site.serial), seed),
    span: { from, to },
  });
  await siteStub(siteId).setTimeZone(site.timeZone);
  await importEarlierYear(siteId, from);
  const logger = await connectLogger(siteId, {
    systemType: site.systemType,
    systemCode: site.systemCode,
    equipment: plant.equipment,
    events: plant.events().map((event) => ({ ...event, state: "raised" })),
  });
  await siteStub(siteId).updateAlarmRules(
    {
      limits: [
        {
          address: "FFFF000100",
          unit: "W",
          min: 0,
          max: 1_000_000,
          lowAlarm: null,
          lowClear: null,
          highAlarm: 400,
          highClear: 300,
          sustainTime: 0,
          notifyAfter: 0,
          level: "warning",
          monitor: "all",
          isOpen: true,
        },
      ],
    },
    AUTHOR,
  );
  for (let day = 0; day < past.days; day++) {
    const { samples, statuses, events } = past.read(day);
    for (let start = 0; start < samples.length; start += BATCH) {
      const some = samples.slice(start, start + BATCH);
      const columns = past.columns.map((address, place) => [
        address,
        some.map(({ values }) => values[place] ?? null),
      ]);
      await logger.ask({
        cmd: 260,
        id: `${day}-${start}`,
        times: some.map(({ at }) => at),
        values: Object.fromEntries(columns),
      });
    }
    await logger.ask({ cmd: 264, id: `statuses ${day}`, statuses });
    await logger.ask({ cmd: 262, id: `events ${day}`, events });
  }
  // The rule is in force from now on, so only these values raise its alarm.
  const now = Date.now();
  for (const [index, value] of [500, 100, 600].entries())
    await logger.ask({
      cmd: 260,
      id: `live ${index}`,
      times: [now + 1_000 * (index + 1)],
      values: { FFFF000100: [value] },
    });
  const [piece] = plant.equipment;
  const event = { address: piece?.address, eventNo: 7, level: "fault", code: "F07" };
  await logger.ask({
    cmd: 262,
    id: "live event",
    events: [{ ...event, state: "raised", at: now }],
  });
  logger.socket.close(1000);
  await logger.closed;
  await runInDurableObject(siteStub(siteId), (_, { storage: { sql } }) => {
    const body = { equipment: [], values: { "0033110047": 230, FFFF000400: 1 } };
    sql.exec(
      `INSERT INTO setting_snapshots (at, reason, body) VALUES (?, 'first connection', ?)`,
      now,
      JSON.stringify(body),
    );
    sql.exec(
      `INSERT OR REPLACE INTO setting_registers (address, value, at, writes, day_writes, is_ignored)
        VALUES ('0033110047', '230', ?, 3, 1, 0)`,
      now,
    );
  });
}
