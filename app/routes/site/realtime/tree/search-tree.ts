import type { DescribedRegister } from "#domain/registers/describe-register.ts";
import { normalizeForSearch } from "#domain/sites/normalize-for-search.ts";

/** A piece of equipment with the texts that are shown and searched. */
export type TreePiece = {
  address: string;
  title: string;
  registers: readonly TreeRegister[];
};
export type TreeRegister = DescribedRegister & { title: string };

/**
 * Filters equipment and registers: a piece whose own name matches keeps all its registers, otherwise only matching
 * registers stay. All search words must match, in any order.
 */
export function searchTree<Piece extends TreePiece>(
  pieces: readonly Piece[],
  search: string,
): Piece[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...pieces];
  return pieces.flatMap((piece) => {
    const own = normalizeForSearch(`${piece.title} ${piece.address}`);
    const registers = piece.registers.filter((register) => {
      const text = `${own} ${normalizeForSearch(`${register.title} ${register.address}`)}`;
      return words.every((word) => text.includes(word));
    });
    return registers.length === 0 ? [] : [{ ...piece, registers }];
  });
}
