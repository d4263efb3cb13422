import { z } from "zod";
import { equipmentAddress, equipmentTypeCode } from "./address.ts";
import { optionalText, optionalTexts, orAbsent } from "./logger-fields.ts";
import { register } from "./register.ts";

/** Description of a piece of equipment by its logger. */
export const equipment = z.object({
  address: equipmentAddress,
  typeCode: orAbsent(equipmentTypeCode),
  model: optionalText,
  serial: optionalText,
  alias: optionalText,
  versions: optionalTexts,
  registers: z
    .array(register)
    .nullish()
    .transform((given) => given ?? []),
});
export type Equipment = z.infer<typeof equipment>;

/** Maximum number of pieces of equipment in one tree. */
export const MAX_EQUIPMENT = 200;
/** Maximum number of registers in one tree. */
export const MAX_REGISTERS = 4000;

/** All equipment of one logger. Addresses are unique, and so are registers within a piece of equipment. */
export const equipmentTree = z
  .array(equipment)
  .max(MAX_EQUIPMENT)
  .refine((tree) => tree.reduce((sum, piece) => sum + piece.registers.length, 0) <= MAX_REGISTERS, {
    message: "too many registers",
  })
  .refine((tree) => new Set(tree.map((piece) => piece.address)).size === tree.length, {
    message: "equipment address twice",
  })
  .refine(
    (tree) =>
      tree.every(
        (piece) => new Set(piece.registers.map((r) => r.register)).size === piece.registers.length,
      ),
    {
      message: "register twice",
    },
  );
export type EquipmentTree = z.infer<typeof equipmentTree>;
