import { EMPTY_HEAD } from "#domain/journal/journal-entry.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { type CurvesQuery, type WrittenCurves, writeSeries } from "#protocol/history/curves.ts";
import type { Energies, EnergyQuery } from "#protocol/history/energies.ts";
import type { ExportRegister, ExportRows, ExportRowsQuery } from "#protocol/history/export-rows.ts";
import type { HistoryAnswers } from "#protocol/history/history-call.ts";
import type { HourEnergies, HoursQuery } from "#protocol/history/hours.ts";
import type { OverviewQuery, SiteOverview } from "#protocol/history/overview.ts";
import type { SiteStates, StateRows, StatesQuery } from "#protocol/history/states.ts";
import { previewRule } from "../alarms/preview-rule.ts";
import type { SiteAlarms } from "../alarms/site-alarms.ts";
import { layForCurves, layForExport } from "../imports/layered-series.ts";
import type { SiteImports } from "../imports/site-imports.ts";
import { readJournal } from "../journal/read-journal.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SiteState } from "../site-state.ts";
import type { StateLog } from "../states/state-log.ts";
import { type Count, countSamples } from "./count-samples.ts";
import { beginWithData } from "./energy-buckets.ts";
import { readCurves } from "./read-curves.ts";
import { readEnergy } from "./read-energy.ts";
import { listExportRegisters, readExport } from "./read-export.ts";
import { readHours } from "./read-hours.ts";
import { readOverview } from "./read-overview.ts";
import { readSiteStates, readStates } from "./read-states.ts";
import type { SolarForecast } from "./solar-forecast.ts";

/**
 * Cost of reading a row of the alarm log, with and without its texts, and of evaluating a sample, as numbers of samples
 * that are only read. Evaluating a week of samples of 10 s takes 20 to 50 ms.
 */
const ROW_SAMPLES = 7;
const SEARCHED_ROW_SAMPLES = 40;
const EVALUATED_SAMPLES = 6;
/** Maximum number of rows that count; the log keeps about as many. */
const MAX_LOG_ROWS = 20_000;

type Stores = {
  series: SeriesStore;
  imports: SiteImports;
  site: SiteState;
  stateLog: StateLog;
  alarms: SiteAlarms;
  journal: SiteJournal;
  forecast: SolarForecast;
};
type QueryOf<Kind extends keyof HistoryAnswers> = HistoryAnswers[Kind]["asked"];
type AnswerOf<Kind extends keyof HistoryAnswers> = HistoryAnswers[Kind]["found"];
/** Runs a read as an event of the object; undefined if the site is erased. */
type Run = <Result>(read: (stores: Stores) => Result) => Result | undefined;

/** Creates the readers of a site's history. `count` receives the number of samples that are read one by one. */
export function createReaders(run: Run) {
  return {
    curves(asked: CurvesQuery, count?: Count): WrittenCurves {
      const curves = run(({ series, imports, site }) => {
        const counted = count === undefined ? series : countSamples(series, count);
        const store = layForCurves(counted, imports, count);
        const { bucketMs, series: found } = readCurves(store, site.equipment, asked);
        return { bucketMs, series: found.map(writeSeries) };
      });
      return curves ?? { bucketMs: null, series: [] };
    },
    energy(asked: EnergyQuery): Energies | null {
      const read = run(({ series, imports, site }) => {
        const oldest = () =>
          Math.min(...[series.span, ...imports.list()].map((one) => one?.from ?? asked.until));
        const query = asked.isSinceOldest === true ? beginWithData(asked, oldest()) : asked;
        return readEnergy(series, site.equipment, query, imports);
      });
      return read ?? null;
    },
    hours(asked: HoursQuery): HourEnergies | null {
      const read = run(({ series, imports, site }) =>
        readHours(series, site.equipment, asked, imports),
      );
      return read ?? null;
    },
    overview(asked: OverviewQuery): SiteOverview | null {
      return run((stores) => readOverview(stores, asked)) ?? null;
    },
    newest({ until }: QueryOf<"newest">): AnswerOf<"newest"> {
      const newest = run(({ series, imports }) =>
        Math.max(
          series.newestAt ?? 0,
          ...imports.list().flatMap((one) => (one.isComplete ? [one.until] : [])),
        ),
      );
      return newest ? Math.min(newest, until) : null;
    },
    exportRows(asked: ExportRowsQuery): ExportRows | null {
      return run(({ series, imports }) => readExport(layForExport(series, imports), asked)) ?? null;
    },
    exportRegisters(): ExportRegister[] {
      const list = run(({ series, imports, site }) => {
        const imported = [...imports.registers].map((register) => SITE_EQUIPMENT + register);
        return listExportRegisters(site.equipment, new Set([...series.addresses, ...imported]));
      });
      return list ?? [];
    },
    states(asked: StatesQuery): StateRows {
      const rows = run(({ stateLog, series, site }) =>
        readStates({ stateLog, series, tree: site.equipment }, asked),
      );
      return rows ?? { isWhole: true, equipment: [] };
    },
    siteStates(asked: StatesQuery, count?: Count): SiteStates {
      const states = run(({ series }) =>
        readSiteStates(count === undefined ? series : countSamples(series, count), asked),
      );
      return states ?? { isWhole: true, states: [] };
    },
    alarmLog(asked: QueryOf<"alarmLog">, count: Count = ignore): AnswerOf<"alarmLog"> {
      const page = run(({ alarms }) => {
        const rows = Math.min(alarms.newestLogId, MAX_LOG_ROWS);
        count(rows * (asked.search === undefined ? ROW_SAMPLES : SEARCHED_ROW_SAMPLES));
        return alarms.readLog(asked);
      });
      return page ?? { total: 0, rows: [] };
    },
    alarmPreview({ rule, ...period }: QueryOf<"alarmPreview">, count: Count = ignore): number {
      const evaluated = (samples: number) => count(samples * EVALUATED_SAMPLES);
      return run(({ alarms }) => previewRule(alarms.lines, rule, period, evaluated)) ?? 0;
    },
    solarForecast(
      asked: QueryOf<"solarForecast">,
      count: Count = ignore,
    ): AnswerOf<"solarForecast"> {
      return run(({ forecast }) => forecast.read(asked, count)) ?? null;
    },
    journal(asked: QueryOf<"journal">, count: Count = ignore): AnswerOf<"journal"> {
      const page = run(({ journal }) => readJournal(journal, asked, count));
      return page ?? { total: 0, rows: [], head: EMPTY_HEAD };
    },
  };
}

/** A reader without a budget is not counted. */
function ignore(): void {}
