import type { QueuedMail } from "#database/mails.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import type { Context } from "../context.ts";
import { newMail } from "../mails/new-mail.ts";

/** An e-mail about a right, each caused by a change of its own. */
export function newMemberMail<Template extends MailTemplate>(
  context: Context,
  about: Omit<QueuedMail<Template>, "cause" | "messageId" | "now">,
): QueuedMail<Template> {
  const mail = newMail<Template>(context, { ...about, cause: "" });
  return { ...mail, cause: `${mail.template}:${mail.messageId}` };
}
