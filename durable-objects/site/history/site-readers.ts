import { type CurvesQuery, type WrittenCurves, writeSeries } from "#protocol/history/curves.ts";
import type { Energies, EnergyQuery } from "#protocol/history/energies.ts";
import type { SiteStates, StateRows, StatesQuery } from "#protocol/history/states.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SiteState } from "../site-state.ts";
import type { StateLog } from "../states/state-log.ts";
import { type Count, countSamples } from "./count-samples.ts";
import { readCurves } from "./read-curves.ts";
import { readEnergy } from "./read-energy.ts";
import { readSiteStates, readStates } from "./read-states.ts";

type Stores = { series: SeriesStore; site: SiteState; stateLog: StateLog };
/** Runs a read as an event of the object; undefined if the site is erased. */
type Run = <Result>(read: (stores: Stores) => Result) => Result | undefined;

/** Creates the readers of a site's history. `count` receives the number of samples that are read one by one. */
export function createReaders(run: Run) {
  return {
    curves(asked: CurvesQuery, count?: Count): WrittenCurves {
      const curves = run(({ series, site }) => {
        const store = count === undefined ? series : countSamples(series, count);
        const { bucketMs, series: found } = readCurves(store, site.equipment, asked);
        return { bucketMs, series: found.map(writeSeries) };
      });
      return curves ?? { bucketMs: null, series: [] };
    },
    energy(asked: EnergyQuery): Energies | null {
      return run(({ series, site }) => readEnergy(series, site.equipment, asked)) ?? null;
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
  };
}
