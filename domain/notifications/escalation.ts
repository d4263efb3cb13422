import { z } from "zod";
import {
  MAX_ESCALATION_MINUTES,
  MAX_ESCALATION_STEPS,
  MAX_ESCALATION_USERS,
  MIN_ESCALATION_MINUTES,
} from "./notice.ts";

/** One step of a site's escalation: users who are notified of an alarm that was not acknowledged in time. */
export const escalationStep = z.object({
  afterMinutes: z
    .int()
    .min(MIN_ESCALATION_MINUTES)
    .max(MAX_ESCALATION_MINUTES)
    .describe("Minutes after the notification of the start"),
  userIds: z.array(z.int().min(1)).min(1).max(MAX_ESCALATION_USERS, "tooMany"),
});
export type EscalationStep = z.infer<typeof escalationStep>;

/** The steps of a site, in ascending order of their delays. */
export const escalationSteps = z
  .array(escalationStep)
  .max(MAX_ESCALATION_STEPS, "tooMany")
  .superRefine((steps, issues) => {
    for (const [index, { afterMinutes }] of steps.entries())
      if (index > 0 && afterMinutes <= (steps[index - 1]?.afterMinutes ?? 0))
        issues.addIssue({
          code: "custom",
          path: [index, "afterMinutes"],
          message: "tooSmall",
        });
  });
