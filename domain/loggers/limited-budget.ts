import { z } from "zod";

/** Budgets of a logger: changes of status and events, new registers, realtime updates, values of backlog. */
export const limitedBudget = z.enum(["changes", "registers", "updates", "backlog"]);
export type LimitedBudget = z.infer<typeof limitedBudget>;
