import { z } from "zod";

/** What a logger may exceed: changes of status and events, new registers, real data updates, values of backlog. */
export const limitedBudget = z.enum(["changes", "registers", "updates", "backlog"]);
export type LimitedBudget = z.infer<typeof limitedBudget>;
