import type { CurvesQuery, WrittenCurves } from "./curves.ts";
import type { Energies, EnergyQuery } from "./energies.ts";
import type { SiteStates, StateRows, StatesQuery } from "./states.ts";

/** Reader of a site's history: a signed-in user, or a session of one of its share links. */
export type HistoryReader = { kind: "user" | "share"; id: string };

/** Queries of a site's history, and their answers. */
export type HistoryAnswers = {
  curves: { asked: CurvesQuery; found: WrittenCurves };
  energy: { asked: EnergyQuery; found: Energies | null };
  states: { asked: StatesQuery; found: StateRows };
  siteStates: { asked: StatesQuery; found: SiteStates };
};
export type HistoryKind = keyof HistoryAnswers;

/** Answer to a query, or the time after which the reader may repeat it, s. */
export type HistoryAnswer<Kind extends HistoryKind> =
  | { found: HistoryAnswers[Kind]["found"] }
  | { retryAfterS: number };
