import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { EquipmentRecord } from "#durable-objects/site/equipment/equipment-record.ts";
import { ErrorList } from "#durable-objects/site/errors/error-list.ts";
import { KeyValueStore } from "#durable-objects/site/key-value-store.ts";
import { Presence } from "#durable-objects/site/presence.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { EquipmentStates } from "#durable-objects/site/states/equipment-states.ts";
import { StatusRepeats } from "#durable-objects/site/states/status-repeats.ts";
import type { SiteStatusEvent } from "#protocol/site-rpc.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import { readPairs } from "./read-pairs.ts";
import { connectLogger, type LoggerSocket, openLogger, siteStub } from "./site-logger.ts";

/** What a site's object has stored, read by fresh parts as after an eviction. */
export type Inside = {
  online: boolean;
  since: number;
  errors: EquipmentError[];
  values: Record<string, RegisterValue>;
  equipment: string[];
  statusOf: (address: string) => EquipmentStatus | undefined;
  stored: (address: string) => (readonly [at: number, value: RegisterValue])[];
  /** Newest status for the rest of the system, and whether it was delivered. */
  outbox: { status?: SiteStatusEvent & { delivered: boolean } };
  alarmAt: number | null;
};

export function lookInside(siteId: number): Promise<Inside> {
  return runInDurableObject(siteStub(siteId), async (_, { storage }) => {
    const { sql } = storage;
    const kv = new KeyValueStore(sql);
    const presence = new Presence(kv, {
      now: () => 0,
      randomBytes: () => new Uint8Array(),
      random: () => 0.5,
    });
    const equipment = new EquipmentRecord(kv);
    const series = new SeriesStore(storage, { now: () => 0 });
    const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
    const stored = readPairs(series, series.addresses, NEGATIVE_INFINITY, POSITIVE_INFINITY);
    const states = new EquipmentStates(sql, new StatusRepeats());
    // Reads them, which can be done only in here.
    states.statusOf("");
    const rows = sql.exec<{ body: string; due: number | null }>(`SELECT body, due FROM outbox`);
    const events = rows.toArray().map(({ body, due }) => {
      const event = { ...(JSON.parse(body) as SiteStatusEvent), delivered: due === null };
      return [event.kind, event] as const;
    });
    return {
      online: presence.online,
      since: presence.since,
      errors: new ErrorList(sql, kv).describe(equipment),
      values: Object.fromEntries([...series.latest].map(([address, { v }]) => [address, v])),
      equipment: equipment.tree.map(({ address }) => address),
      statusOf: (address) => states.statusOf(address),
      stored: (address) => stored.get(address) ?? [],
      outbox: Object.fromEntries(events),
      alarmAt: await storage.getAlarm(),
    };
  });
}

/**
 * Polls the site.
 * @param held number of the status that he knows, where that is not the newest
 */
export async function pollSite(siteId: number, held?: number) {
  const { outbox } = await lookInside(siteId);
  return siteStub(siteId).visit(held ?? outbox.status?.sequence ?? 0);
}

/** What an object goes through in the middle of a behaviour. */
export const DISTURBANCES = ["nothing", "hibernate", "close"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** Evicts the object. Where that closes its sockets the logger comes again, as loggers do. */
export async function disturb(
  siteId: number,
  disturbance: Disturbance,
  logger: LoggerSocket,
  connect: object = {},
): Promise<LoggerSocket> {
  const stays = await outlives(siteId, disturbance, logger);
  return stays ? logger : connectLogger(siteId, connect);
}

/** The same for a logger that has not said `connect`. */
export async function disturbOpened(
  siteId: number,
  disturbance: Disturbance,
  logger: LoggerSocket,
): Promise<LoggerSocket> {
  const stays = await outlives(siteId, disturbance, logger);
  return stays ? logger : openLogger(siteId);
}

/** Whether the logger's socket is still there. */
async function outlives(siteId: number, disturbance: Disturbance, logger: LoggerSocket) {
  if (disturbance !== "nothing")
    await evictDurableObject(siteStub(siteId), { webSockets: disturbance });
  if (disturbance === "close") await logger.closed;
  return disturbance !== "close";
}
