import { LONGEST_STEP_MS } from "#domain/history/rollup.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import {
  MOST_STATES,
  type SiteState,
  type SiteStates,
  type StateRows,
  type StatesQuestion,
} from "#protocol/history/states.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { StateLog } from "../states/state-log.ts";

/** The states of every piece of equipment that had any, in the order of their addresses. */
export function readStates(
  log: Pick<StateLog, "intervals">,
  tree: readonly Equipment[],
  { from, until }: StatesQuestion,
): StateRows {
  const { isWhole, intervals } = log.intervals(from, until, MOST_STATES);
  const pieces = new Map(tree.map((piece) => [piece.address, piece]));
  const equipment = [...intervals].map(([address, rows]) => {
    const piece = pieces.get(address);
    return {
      address,
      // What is gone by now was described by a tree that is no more: its address begins with its type.
      typeCode: piece?.typeCode ?? address.slice(0, 4),
      model: piece?.model ?? null,
      alias: piece?.alias ?? null,
      rows,
    };
  });
  return { isWhole, equipment: equipment.filter(({ rows }) => rows.length > 0) };
}

/** What the site said of itself, sample by sample: for a day or so. Where it said nothing for long, nothing is told. */
export function readSiteStates(
  store: Pick<SeriesStore, "samples">,
  { from, until }: StatesQuestion,
): SiteStates {
  const address = SITE_ADDRESS.siteStatus;
  const { at, values } = store.samples([address], from, until).get(address) ?? {
    at: [],
    values: [],
  };
  const states: SiteState[] = [];
  for (const [index, instant] of at.entries()) {
    const state = values[index];
    if (typeof state !== "string") continue;
    const last = states.at(-1);
    const follows = last !== undefined && instant - last.to <= LONGEST_STEP_MS;
    if (follows) last.to = instant;
    if (!follows || last.state !== state) states.push({ state, from: instant, to: instant });
  }
  return { isWhole: states.length <= MOST_STATES, states: states.slice(-MOST_STATES) };
}
