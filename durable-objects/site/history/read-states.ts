import type { Equipment } from "#domain/registers/equipment.ts";
import { MOST_STATES, type StateRows, type StatesQuestion } from "#protocol/history/states.ts";
import type { StateLog } from "../states/state-log.ts";

/** The states of every piece of equipment that had any, in the order of their addresses. */
export function readStates(
  log: Pick<StateLog, "intervals">,
  tree: readonly Equipment[],
  { from, until }: StatesQuestion,
): StateRows {
  const found = log.intervals(from, until);
  const pieces = new Map(tree.map((piece) => [piece.address, piece]));
  const newest = newestOf([...found.values()].flatMap((rows) => rows.map((row) => row.from)));
  const equipment = [...found].map(([address, intervals]) => {
    const piece = pieces.get(address);
    return {
      address,
      // What is gone by now was described by a tree that is no more: its address begins with its type.
      typeCode: piece?.typeCode ?? address.slice(0, 4),
      model: piece?.model ?? null,
      alias: piece?.alias ?? null,
      rows: intervals.filter((row) => row.from >= newest),
    };
  });
  return {
    isWhole: newest === Number.NEGATIVE_INFINITY,
    equipment: equipment.filter(({ rows }) => rows.length > 0),
  };
}

/** From when on there are no more than an answer holds. */
function newestOf(beginnings: number[]): number {
  if (beginnings.length <= MOST_STATES) return Number.NEGATIVE_INFINITY;
  const last = beginnings.sort((one, other) => other - one)[MOST_STATES] ?? 0;
  return last + 1;
}
