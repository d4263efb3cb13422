import { z } from "zod";
import { addFeedback } from "#database/help/feedback.ts";
import { newFeedback } from "#domain/feedback/feedback.ts";
import { Problem } from "#domain/problem.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { signedIn } from "../access.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { operation } from "../operation.ts";

/** Messages of one user to the operator. */
const FEEDBACK_LIMIT = { max: 10, windowMs: DAY_MS };

export const submitFeedback = operation({
  path: "POST /help/v2/feedback/submit",
  description: {
    summary:
      "Sends a message with up to three uploaded images to the operator, who replies to `email`. At most ten messages a day",
    output: z.null(),
    example: {
      input: {
        name: "Ana",
        email: "ana@example.org",
        message: "The chart of my site stays empty on my phone.",
        photos: ["/files/kT2m0yFQm4rB1oNfX9pLwA"],
      },
      output: null,
    },
  },
  input: newFeedback.extend({
    photos: newFeedback.shape.photos.describe("Paths returned by the uploads"),
  }),
  access: signedIn("giveFeedback"),
  async run({ input, context, caller: { person } }) {
    await enforceRateLimit(context, ["feedback", person.id], FEEDBACK_LIMIT);
    const language = await readMailLanguage(context, person);
    const id = await addFeedback(context.database, {
      ...input,
      userId: person.id,
      language,
      now: context.now(),
    });
    if (id === null) throw new Problem("invalid", { fields: { photos: "wrongFile" } });
    return null;
  },
});
