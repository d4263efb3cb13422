import { type DescribedEquipment, describeEquipment } from "#domain/devices/describe-equipment.ts";
import type { ReportedSite } from "#domain/devices/reported-equipment.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/** A site with the fields of D1 that its equipment is described with. */
type Owner = { siteId: number; module: string | null; lastLogin: number | null };

/** Reads and describes the equipment of a site. */
export async function readEquipment(
  context: Context,
  { siteId, module, lastLogin }: Owner,
): Promise<{ reported: ReportedSite; rows: DescribedEquipment[] }> {
  const reported = await context.siteObject(siteId).readEquipment();
  if (reported === null) throw new Problem("notFound");
  const frame = { module, lastLogin, systemType: reported.systemType };
  return { reported, rows: reported.pieces.map((piece) => describeEquipment(piece, frame)) };
}
