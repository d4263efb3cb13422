import { and, eq, sql } from "drizzle-orm";
import { type ExtraEquipment, MAX_EXTRA_EQUIPMENT } from "#domain/devices/extra-equipment.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { extraEquipment } from "../schema/equipment.ts";
import { sites } from "../schema/sites.ts";

const columns = {
  id: extraEquipment.id,
  typeCode: extraEquipment.typeCode,
  name: extraEquipment.name,
  manufacturer: extraEquipment.manufacturer,
  model: extraEquipment.model,
  serialNumber: extraEquipment.serial,
  quantity: extraEquipment.quantity,
  installedOn: extraEquipment.installedOn,
  note: extraEquipment.note,
  createTime: extraEquipment.createdAt,
};

/** Lists the extra equipment of a site in the order in which it was added. */
export async function listExtraEquipment(database: Database, siteId: number) {
  return database
    .select(columns)
    .from(extraEquipment)
    .where(eq(extraEquipment.siteId, siteId))
    .orderBy(extraEquipment.id);
}
export type ExtraRow = Awaited<ReturnType<typeof listExtraEquipment>>[number];

type Acting = { siteId: number; by: number; now: number };

/** Adds a piece of extra equipment. Returns undefined if the site has the maximum number or does not exist. */
export async function addExtraEquipment(
  database: Database,
  { siteId, by, now }: Acting,
  piece: ExtraEquipment,
): Promise<ExtraRow | undefined> {
  const { typeCode, name, manufacturer, model, serialNumber, quantity, installedOn, note } = piece;
  const [added] = await database.batch([
    database
      .insert(extraEquipment)
      .select(
        sql`
        select null, ${sites.id}, ${typeCode}, ${name}, ${manufacturer}, ${model}, ${serialNumber},
          ${quantity}, ${installedOn}, ${note}, ${now}
        from ${sites}
        where ${sites.id} = ${siteId} and ${sites.deletedAt} is null
          and (select count(*) from ${extraEquipment} other where other.site_id = ${siteId})
            < ${MAX_EXTRA_EQUIPMENT}
      `,
      )
      .returning(columns),
    recordJournal(
      database,
      { siteId, at: now, by, what: "equipment.extraAdded", details: { name, typeCode } },
      sql`where ${hasHappened}`,
    ),
  ]);
  return added[0];
}

/** Deletes a piece of extra equipment; does nothing if the site does not have it. */
export async function removeExtraEquipment(
  database: Database,
  { siteId, id, by, now }: Acting & { id: number },
): Promise<void> {
  const own = and(eq(extraEquipment.id, id), eq(extraEquipment.siteId, siteId));
  const details = {
    name: sql`${extraEquipment.name}`,
    typeCode: sql`${extraEquipment.typeCode}`,
  };
  await database.batch([
    recordJournal(
      database,
      { siteId, at: now, by, what: "equipment.extraRemoved", details },
      sql`from ${extraEquipment} where ${own}`,
    ),
    database.delete(extraEquipment).where(own),
  ]);
}
