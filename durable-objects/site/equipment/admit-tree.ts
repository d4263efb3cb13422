import type { Equipment } from "#domain/registers/equipment.ts";

type Room = {
  /** The stored tree. */
  current: readonly Equipment[];
  /** Whether the site has had a register, or a piece of equipment, that the stored tree lacks. */
  isKnown: (registerAddress: string) => boolean;
  isKnownEquipment: (equipmentAddress: string) => boolean;
  /** Maximum numbers of new registers and of new pieces of equipment. */
  registers: number;
  equipment: number;
};
type Admitted = {
  tree: readonly Equipment[];
  /** Numbers of new registers and of new pieces of equipment in the tree. */
  registers: number;
  equipment: number;
  /** Number of registers and pieces of equipment that were left out. */
  limited: number;
};

/** Returns a tree without the new registers and pieces of equipment beyond the limits. */
export function admitTree(given: readonly Equipment[], room: Room): Admitted {
  const addresses = new Map(
    room.current.map(({ address, registers }) => [
      address,
      new Set(registers.map(({ register }) => register)),
    ]),
  );
  const admitted = { registers: 0, equipment: 0, limited: 0 };
  const tree: Equipment[] = [];
  for (const piece of given) {
    const held = addresses.get(piece.address);
    const isNew =
      held === undefined &&
      !room.isKnownEquipment(piece.address) &&
      !piece.registers.some((one) => isKnown(piece, one));
    if (isNew && admitted.equipment >= room.equipment) {
      admitted.limited += 1 + piece.registers.length;
      continue;
    }
    if (isNew) admitted.equipment += 1;
    const registers = piece.registers.filter((one) => {
      if (held?.has(one.register) || isKnown(piece, one)) return true;
      const isRoom = admitted.registers < room.registers;
      if (isRoom) admitted.registers += 1;
      else admitted.limited += 1;
      return isRoom;
    });
    tree.push(registers.length === piece.registers.length ? piece : { ...piece, registers });
  }
  return { tree, ...admitted };

  function isKnown({ address }: Equipment, { register }: Equipment["registers"][number]): boolean {
    return room.isKnown(address + register);
  }
}
