import { backlog } from "./backlog.ts";
import { comparison } from "./comparison.ts";
import {
  dayRecordAcSolar,
  dayRecordBattery,
  dayRecordCurve,
  dayRecordThreePhases,
} from "./day-record.ts";
import { dayRecordState } from "./day-state.ts";
import { detailStats } from "./detail-stats.ts";
import { hoursOfYear } from "./hours.ts";
import { newestData } from "./newest-data.ts";
import { overallStats } from "./overall-stats.ts";
import { overview } from "./overview.ts";
import { aliasCurve, periodCurve } from "./period-curve.ts";
import { aliasState, periodState } from "./period-state.ts";
import { deleteSelection, listSelections, saveSelection } from "./selections.ts";
import { solarForecast } from "./solar-forecast.ts";
import { solarSummary } from "./solar-summary.ts";
import { dailySummary, summary } from "./summary.ts";

export const chartOperations = [
  overallStats,
  overview,
  solarSummary,
  solarForecast,
  detailStats,
  comparison,
  hoursOfYear,
  summary,
  dailySummary,
  dayRecordAcSolar,
  dayRecordBattery,
  dayRecordCurve,
  dayRecordThreePhases,
  dayRecordState,
  periodState,
  periodCurve,
  aliasState,
  aliasCurve,
  listSelections,
  saveSelection,
  deleteSelection,
  backlog,
  newestData,
] as const;
