import type { Equipment } from "#domain/registers/equipment.ts";

type Room = {
  /** The tree that is stored. */
  current: readonly Equipment[];
  /** Whether the site has had a register, or a piece of equipment, that the stored tree lacks. */
  isKnown: (registerAddress: string) => boolean;
  isKnownEquipment: (equipmentAddress: string) => boolean;
  /** So many new ones are admitted. */
  registers: number;
  equipment: number;
};
type Admitted = {
  tree: readonly Equipment[];
  /** New ones in it. */
  registers: number;
  equipment: number;
  /** Registers and pieces of equipment that were left out. */
  limited: number;
};

/** A tree without those of its new registers and pieces of equipment that there is no room for. */
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
