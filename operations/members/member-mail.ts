import type { QueuedMail } from "#database/mails/mails.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import type { Context } from "../context.ts";
import { newMail } from "../mails/new-mail.ts";

/** Creates an e-mail about a change of access; each change is a cause of its own. */
export function newMemberMail<Template extends MailTemplate>(
  context: Context,
  about: Omit<QueuedMail<Template>, "cause" | "messageId" | "now">,
): QueuedMail<Template> {
  const mail = newMail<Template>(context, { ...about, cause: "" });
  return { ...mail, cause: `${mail.template}:${mail.messageId}` };
}

/** URL of a site's member list for one of its members. */
export function linkToMembers(
  { keys, portalOrigin }: Pick<Context, "keys" | "portalOrigin">,
  siteId: number,
  userId: number,
): string {
  const key = sealSiteKey(keys, userId, siteId);
  return `${portalOrigin}/management?${new URLSearchParams({ key })}`;
}
