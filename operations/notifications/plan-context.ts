import type { Context } from "../context.ts";

/** Dependencies of the planner of notifications. */
export type PlanContext = Pick<
  Context,
  "database" | "now" | "log" | "keys" | "randomBytes" | "portalOrigin" | "alarmWords"
>;
