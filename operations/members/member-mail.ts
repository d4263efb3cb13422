import type { QueuedMail } from "#database/mails.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
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

/** The address of the page that lists a site's members, for one of them. */
export function linkToMembers(
  { keys, portalOrigin }: Pick<Context, "keys" | "portalOrigin">,
  siteId: number,
  userId: number,
): string {
  const key = sealSiteKey(keys, userId, siteId);
  return `${portalOrigin}/management?${new URLSearchParams({ key })}`;
}
