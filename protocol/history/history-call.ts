import type { CurvesQuestion, WrittenCurves } from "./curves.ts";
import type { Energies, EnergyQuestion } from "./energies.ts";
import type { SiteStates, StateRows, StatesQuestion } from "./states.ts";

/** Who reads the history of a site: a signed-in user, or one session of its share links. */
export type HistoryReader = { kind: "user" | "share"; id: string };

/** The questions about a site's history, and their answers. */
export type HistoryAnswers = {
  curves: { asked: CurvesQuestion; found: WrittenCurves };
  energy: { asked: EnergyQuestion; found: Energies | null };
  states: { asked: StatesQuestion; found: StateRows };
  siteStates: { asked: StatesQuestion; found: SiteStates };
};
export type HistoryKind = keyof HistoryAnswers;

/** The answer, or for how long the reader has to wait, s. */
export type HistoryAnswer<Kind extends HistoryKind> =
  | { found: HistoryAnswers[Kind]["found"] }
  | { retryAfterS: number };
