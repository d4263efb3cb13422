import { and, eq, lt, lte } from "drizzle-orm";
import { type AreaIrradiance, areaIrradiance, LEARNED_DAYS } from "#domain/forecast/irradiance.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { irradianceAreas } from "../schema/irradiance.ts";

/** Irradiance of an area as it is stored. */
export type StoredIrradiance = {
  /** When the provider was last called, ms UTC. */
  askedAt: number;
  answeredAt: number | null;
  /** Null if the provider never answered, or if another release stored it. */
  irradiance: AreaIrradiance | null;
};

/** Returns the irradiance of an area; undefined if it was never requested. */
export async function readIrradianceArea(
  database: Database,
  area: string,
): Promise<StoredIrradiance | undefined> {
  const [row] = await database.select().from(irradianceAreas).where(eq(irradianceAreas.area, area));
  if (row === undefined) return undefined;
  const { askedAt, answeredAt, body } = row;
  const read = body === null ? undefined : areaIrradiance.safeParse(JSON.parse(body)).data;
  return { askedAt, answeredAt, irradiance: read ?? null };
}

/**
 * Claims the only call of the provider for an area within a period, before its outcome is known.
 * @param before latest instant of the previous call, ms UTC
 * @returns false if another process has just called it
 */
export async function claimIrradianceCall(
  database: Database,
  area: string,
  now: number,
  before: number,
): Promise<boolean> {
  const claimed = await database
    .insert(irradianceAreas)
    .values({ area, askedAt: now })
    .onConflictDoUpdate({
      target: irradianceAreas.area,
      set: { askedAt: now },
      setWhere: lte(irradianceAreas.askedAt, before),
    })
    .returning({ area: irradianceAreas.area });
  return claimed.length > 0;
}

/** Stores the irradiance of an area after the provider has answered. */
export async function writeIrradianceArea(
  database: Database,
  area: string,
  irradiance: AreaIrradiance,
  askedAt: number,
): Promise<void> {
  await database
    .update(irradianceAreas)
    .set({ body: JSON.stringify(irradiance), answeredAt: askedAt })
    .where(and(eq(irradianceAreas.area, area), eq(irradianceAreas.askedAt, askedAt)));
}

/** Deletes the irradiance of areas without a request for longer than a forecast learns from. */
export async function deleteOldIrradiance(database: Database, now: number): Promise<void> {
  await database
    .delete(irradianceAreas)
    .where(lt(irradianceAreas.askedAt, now - LEARNED_DAYS * DAY_MS));
}
