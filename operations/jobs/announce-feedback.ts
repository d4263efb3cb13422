import { announceFeedback, listFeedbackRecipients } from "#database/platform/operator-settings.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";

/** Operators informed per turn; the next turn continues. */
const MAX_OPERATORS_PER_TURN = 50;

/** Sends operators who chose it an e-mail about new feedback, at most one an hour each, without its content. */
export async function announceNewFeedback(context: Context): Promise<void> {
  const { database, portalOrigin } = context;
  const now = context.now();
  for (const operator of await listFeedbackRecipients(database, now, MAX_OPERATORS_PER_TURN)) {
    const { userId, name, email, count, newest } = operator;
    const mail = newMail(context, {
      cause: `feedbackNotice:${userId}:${newest}`,
      template: "feedbackNotice",
      values: { name, count, link: `${portalOrigin}/platform/feedback` },
      language: mailLanguageOf(operator),
      recipient: email,
    });
    await announceFeedback(database, { userId, newest, now }, mail);
  }
}
