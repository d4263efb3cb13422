import { z } from "zod";
import { PLAIN_LINE } from "../plain-line.ts";
import { equipmentTypeCode } from "../registers/address.ts";
import { SITE_EQUIPMENT } from "../registers/address-parts.ts";
import { MAX_EQUIPMENT_ALIAS, MAX_EXTRA_NOTE, MAX_EXTRA_TEXT } from "../text-limits.ts";

/** Maximum number of pieces of extra equipment of a site. */
export const MAX_EXTRA_EQUIPMENT = 100;
/** Maximum number of equal devices in one entry. */
export const MAX_EXTRA_QUANTITY = 10_000;

const line = (max: number) =>
  z.string().trim().normalize("NFC").max(max, "tooLong").regex(PLAIN_LINE, "wrongValue");
const optionalLine = line(MAX_EXTRA_TEXT)
  .nullish()
  .transform((text) => text || null);

/** The name that a user gives a piece of equipment; empty for that of its logger. */
export const equipmentAlias = line(MAX_EQUIPMENT_ALIAS);

/** Fields of equipment that the logger does not report, as a user enters them. */
export const extraFields = {
  typeCode: equipmentTypeCode
    .refine((code) => !SITE_EQUIPMENT.startsWith(code), "wrongValue")
    .describe("Type code of four hexadecimal characters"),
  name: line(MAX_EXTRA_TEXT).min(1, "required"),
  manufacturer: optionalLine,
  model: optionalLine,
  serialNumber: optionalLine,
  quantity: z.int().min(1).max(MAX_EXTRA_QUANTITY).default(1),
  installedOn: z
    .union([z.literal(""), z.iso.date()], "wrongValue")
    .nullish()
    .transform((day) => day || null)
    .describe("Day, YYYY-MM-DD"),
  note: line(MAX_EXTRA_NOTE)
    .nullish()
    .transform((text) => text || null),
};
const extraEquipment = z.object(extraFields);
export type ExtraEquipment = z.output<typeof extraEquipment>;
