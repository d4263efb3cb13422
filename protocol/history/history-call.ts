import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import type { AlarmLogPage, AlarmLogQuery } from "../alarms.ts";
import type { JournalPage, JournalQuery } from "../journal.ts";
import type { CurvesQuery, WrittenCurves } from "./curves.ts";
import type { Energies, EnergyQuery } from "./energies.ts";
import type { HourEnergies, HoursQuery } from "./hours.ts";
import type { OverviewQuery, SiteOverview } from "./overview.ts";
import type { SolarForecastBasis, SolarForecastQuery } from "./solar-forecast.ts";
import type { SiteStates, StateRows, StatesQuery } from "./states.ts";

/** Reader of a site's history: a signed-in user, or a session of one of its share links. */
export type HistoryReader = { kind: "user" | "share"; id: string };

/** Queries of a site's history, alarms and journal, and their answers. */
export type HistoryAnswers = {
  curves: { asked: CurvesQuery; found: WrittenCurves };
  energy: { asked: EnergyQuery; found: Energies | null };
  /** Null if the site no longer exists. */
  hours: { asked: HoursQuery; found: HourEnergies | null };
  /** Null if the site no longer exists. */
  overview: { asked: OverviewQuery; found: SiteOverview | null };
  /** The instant of the newest data, ms UTC; null without any. */
  newest: { asked: { until: number }; found: number | null };
  states: { asked: StatesQuery; found: StateRows };
  siteStates: { asked: StatesQuery; found: SiteStates };
  alarmLog: { asked: AlarmLogQuery; found: AlarmLogPage };
  /** The number of alarms that a rule would have raised in a period; instants are ms UTC. */
  alarmPreview: { asked: { rule: AlarmRule; from: number; until: number }; found: number };
  /** Null if the site no longer exists. */
  solarForecast: { asked: SolarForecastQuery; found: SolarForecastBasis | null };
  journal: { asked: JournalQuery; found: JournalPage };
};
export type HistoryKind = keyof HistoryAnswers;

/** Answer to a query, or the time after which the reader may repeat it, s. */
export type HistoryAnswer<Kind extends HistoryKind> =
  | { found: HistoryAnswers[Kind]["found"] }
  | { retryAfterS: number };
