import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { completeFromCatalogue } from "#domain/registers/catalogue/find-in-catalogue.ts";
import { type Equipment, MAX_REGISTERS } from "#domain/registers/equipment.ts";
import type { Register } from "#domain/registers/register.ts";
import { SYNCHRONIZE, synchronizedEquipment } from "../commands/synchronized-equipment.ts";

/** Numbers for the command, of which the first one that the equipment does not use is taken. */
const NUMBERS = ["1026", "FFFE"];
/** The command that a synchronisation of parameters (368) is requested by. */
const COMMAND: Omit<Register, "register"> = {
  ...{ name: SYNCHRONIZE, kind: "setting", access: "w", options: { 1: "run" } },
  ...{ section: "system", tab: "basic", danger: "power" },
  ...{ whenOff: true, oneShot: true, stored: false },
};

/**
 * Adds the command of a synchronisation of parameters to the equipment of a logger that has the feature `sync` and
 * describes no register for it: to inverters, and to equipment of types that the portal does not know.
 */
export function addSynchronization(tree: readonly Equipment[]): readonly Equipment[] {
  const nameOf = (piece: Equipment, register: Register) =>
    completeFromCatalogue(piece, register)?.name ?? register.name;
  const isDescribed = tree.some((piece) =>
    piece.registers.some((register) => nameOf(piece, register) === SYNCHRONIZE),
  );
  if (isDescribed) return tree;
  let room = MAX_REGISTERS - tree.reduce((sum, { registers }) => sum + registers.length, 0);
  return tree.map((piece) => {
    const used = new Set(piece.registers.map(({ register }) => register));
    const register = NUMBERS.find((number) => !used.has(number));
    const to = synchronizedEquipment(tree, piece.address, SYNCHRONIZE);
    if (register === undefined || to === undefined || !mayHave(piece) || room < 1) return piece;
    room -= 1;
    return { ...piece, registers: [...piece.registers, { ...COMMAND, register }] };
  });
}

function mayHave({ address, typeCode }: Equipment): boolean {
  return ["inverter", "pcs", "other"].includes(equipmentTypeOf(typeCode ?? address.slice(0, 4)));
}
