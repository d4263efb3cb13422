import { z } from "zod";
import { hasFeedbackMails, setFeedbackMails } from "#database/platform/operator-settings.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

const setting = z.object({
  feedbackMails: z.boolean().describe("Whether the caller gets e-mails about new feedback"),
});

export const getOperatorSettings = operation({
  path: "POST /platform/v2/settings/get",
  description: {
    summary: "Returns the caller's settings as an operator. For operators only",
    output: setting,
    example: { input: {}, output: { feedbackMails: true } },
  },
  input: z.object({}),
  access: signedIn("manageFeedback"),
  writes: false,
  async run({ context: { database }, caller: { person } }) {
    return { feedbackMails: await hasFeedbackMails(database, person.id) };
  },
});

export const updateOperatorSettings = operation({
  path: "POST /platform/v2/settings/update",
  description: {
    summary:
      "Turns e-mails about new feedback on or off for the caller, at most one an hour. For operators only",
    output: z.null(),
    example: { input: { feedbackMails: true }, output: null },
  },
  input: setting,
  access: signedIn("manageFeedback"),
  async run({ input: { feedbackMails }, context: { database }, caller: { person } }) {
    await setFeedbackMails(database, person.id, feedbackMails);
    return null;
  },
});
