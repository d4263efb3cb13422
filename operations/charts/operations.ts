import { overallStats } from "./overall-stats.ts";
import { solarSummary } from "./solar-summary.ts";

export const chartOperations = [overallStats, solarSummary] as const;
