import { z } from "zod";
import {
  addExtraEquipment,
  listExtraEquipment,
  removeExtraEquipment,
} from "#database/equipment/extra-equipment.ts";
import {
  equipmentAlias,
  extraFields,
  MAX_EXTRA_EQUIPMENT,
} from "#domain/devices/extra-equipment.ts";
import { Problem } from "#domain/problem.ts";
import { equipmentAddress } from "#domain/registers/address.ts";
import { onSite } from "../access.ts";
import { authorOf } from "../alarms/author.ts";
import { siteResourceInput } from "../branding/site-resource-input.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { extraExample, extraRow } from "./equipment-schema.ts";

export const renameEquipment = operation({
  path: "POST /site/v2/equipment/updateAlias",
  description: {
    summary:
      "Names a piece of equipment for all users of the site; an empty name restores that of the logger",
    output: z.null(),
    example: { input: { siteId: 12, address: "003311", alias: "Garage" }, output: null },
  },
  input: siteInput({ address: equipmentAddress, alias: equipmentAlias }),
  access: onSite("editEquipment"),
  async run({ input: { address, alias }, context, caller, site }) {
    const author = authorOf(caller.person);
    const result = await context.siteObject(site.id).renameEquipment(address, alias, author);
    if (result === "absent") throw new Problem("notFound");
    return null;
  },
});

export const listExtra = operation({
  path: "POST /site/v1/equipment/extra/list",
  writes: false,
  description: {
    summary: "Lists the equipment of a site that its logger does not report",
    output: z.object({ list: z.array(extraRow) }),
    example: { input: { siteId: 12 }, output: { list: [extraExample] } },
  },
  input: siteInput({}),
  access: onSite("viewDevices"),
  async run({ context, site }) {
    return { list: await listExtraEquipment(context.database, site.id) };
  },
});

export const addExtra = operation({
  path: "POST /site/v1/equipment/extra/add",
  description: {
    summary: `Adds equipment that the logger does not report. A site has at most ${MAX_EXTRA_EQUIPMENT} such entries`,
    output: extraRow,
    example: {
      input: {
        siteId: 12,
        typeCode: "008B",
        name: "Spare battery",
        manufacturer: "Sunwell",
        model: "LFP-51",
        quantity: 2,
        installedOn: "2024-05-17",
      },
      output: extraExample,
    },
  },
  input: siteInput(extraFields),
  access: onSite("editEquipment"),
  async run({ input: { site: _, ...piece }, context, caller, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: context.now() };
    const added = await addExtraEquipment(context.database, acting, piece);
    if (added === undefined)
      throw new Problem("conflict", {
        message: "extraEquipmentFull",
        limit: MAX_EXTRA_EQUIPMENT,
      });
    return added;
  },
});

/** Deleting a missing row succeeds. */
export const deleteExtra = operation({
  path: "POST /site/v1/equipment/extra/del",
  description: {
    summary: "Deletes a piece of extra equipment of a site",
    output: z.null(),
    example: { input: { siteId: 12, id: 5 }, output: null },
  },
  input: siteResourceInput({}),
  access: onSite("editEquipment"),
  async run({ input: { id }, context, caller, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: context.now() };
    await removeExtraEquipment(context.database, { ...acting, id });
    return null;
  },
});
