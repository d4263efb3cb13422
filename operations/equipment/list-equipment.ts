import { z } from "zod";
import { listExtraEquipment } from "#database/equipment/extra-equipment.ts";
import { readSite } from "#database/sites/sites.ts";
import { can } from "#domain/access/can.ts";
import { mergeByType } from "#domain/devices/describe-equipment.ts";
import { mapPlant } from "#domain/devices/plant-map.ts";
import { Problem } from "#domain/problem.ts";
import { onSharedSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput, siteInput } from "../site-input.ts";
import {
  equipmentExample,
  equipmentRow,
  equipmentTab,
  extraExample,
  extraRow,
  plantMap,
} from "./equipment-schema.ts";
import { readEquipment } from "./read-equipment.ts";

export const listAllEquipment = operation({
  path: "POST /site/v2/equipment/getAllBySiteId",
  writes: false,
  description: {
    summary:
      "Lists the equipment that the logger of a site reports, in the logger's order. Viewers of a share link, who may omit the site, get no serial numbers",
    output: z.object({ list: z.array(equipmentRow) }),
    example: { input: { siteId: 12 }, output: { list: [equipmentExample] } },
  },
  input: sharedSiteInput({}),
  // The chart of states, which every viewer has, lists the equipment.
  access: onSharedSite("viewHistory"),
  async run({ context, site }) {
    const { rows } = await openEquipment(context, site.id);
    const hidden = can(site.actor, "viewIdentity") ? {} : { module: null, serialNumber: null };
    return { list: rows.map((row) => ({ ...row, ...hidden })) };
  },
});

export const listMergedEquipment = operation({
  path: "POST /site/v2/equipment/getMergeBySiteId",
  writes: false,
  description: {
    summary:
      "Lists the equipment of a site in tabs by type code, with the extra equipment and what is connected to what",
    output: z.object({
      tabs: z.array(equipmentTab),
      extra: z.array(extraRow).describe("Equipment that the logger does not report"),
      plant: plantMap.describe("Connections, derived from the types of the equipment"),
    }),
    example: {
      input: { siteId: 12 },
      output: {
        tabs: [{ key: "0033", type: "inverter", name: "COMBI", list: [equipmentExample] }],
        extra: [extraExample],
        plant: {
          nodes: [
            { key: "grid", zone: "input" },
            { key: "003311", zone: "converter" },
            { key: "extra:5", zone: "dc" },
          ],
          links: [
            { from: "grid", to: "003311", line: "ac" },
            { from: "extra:5", to: "003311", line: "dc" },
          ],
        },
      },
    },
  },
  input: siteInput({}),
  access: onSite("viewDevices"),
  async run({ context, site }) {
    const [{ reported, rows }, extra] = await Promise.all([
      openEquipment(context, site.id),
      listExtraEquipment(context.database, site.id),
    ]);
    const pieces = [
      ...rows.map(({ address, typeCode, alias, loggerAlias, model }) => ({
        key: address,
        typeCode,
        names: [alias, loggerAlias, model],
        isReported: true,
      })),
      ...extra.map(({ id, typeCode, name }) => ({
        key: `extra:${id}`,
        typeCode,
        names: [name],
        isReported: false,
      })),
    ];
    return { tabs: mergeByType(rows), extra, plant: mapPlant(pieces, reported.has) };
  },
});

async function openEquipment(context: Context, siteId: number) {
  const row = await readSite(context.database, siteId);
  if (row === undefined) throw new Problem("notFound");
  return readEquipment(context, {
    siteId,
    module: row.serial,
    lastLogin: row.site.lastConnectionAt,
  });
}
