import { overallStats } from "./overall-stats.ts";
import { periodCurve } from "./period-curve.ts";
import { solarSummary } from "./solar-summary.ts";

export const chartOperations = [overallStats, solarSummary, periodCurve] as const;
