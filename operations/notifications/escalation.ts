import { z } from "zod";
import { readEscalation, writeEscalation } from "#database/notifications/preferences.ts";
import { escalationSteps } from "#domain/notifications/escalation.ts";
import { Problem } from "#domain/problem.ts";
import { onSite } from "../access.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

const output = z.object({ steps: escalationSteps });
const example = { steps: [{ afterMinutes: 30, userIds: [8] }] };

export const listEscalation = operation({
  path: "POST /site/v2/alarm/escalation/list",
  description: {
    summary:
      "Returns the steps by which an alarm of the site is escalated until it is acknowledged",
    output,
    example: { input: { id: 12 }, output: example },
  },
  input: siteInput({}),
  access: onSite("viewMembers"),
  async run({ context, site }) {
    return { steps: [...(await readEscalation(context.database, site.id))] };
  },
});

export const updateEscalation = operation({
  path: "POST /site/v2/alarm/escalation/update",
  description: {
    summary:
      "Sets the escalation steps of the site: at most three, in ascending order of their delays. Their users must be members of the site",
    output: z.null(),
    example: { input: { id: 12, ...example }, output: null },
  },
  input: siteInput({ steps: escalationSteps }),
  access: onSite("editAlarmRules"),
  async run({ input: { steps }, caller, context: { database, now }, site }) {
    const acting = { siteId: site.id, by: caller.person.id, now: now() };
    if (!(await writeEscalation(database, acting, steps)))
      throw new Problem("invalid", { fields: { steps: "wrongValue" } });
    return null;
  },
});
