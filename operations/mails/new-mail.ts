import type { QueuedMail } from "#database/mails/mails.ts";
import type { Language } from "#domain/languages.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Context } from "../context.ts";

const MESSAGE_ID_BYTES = 16;

/** Creates an e-mail for `queueMail` with a Message-ID that all attempts share. */
export function newMail<Template extends MailTemplate>(
  { now, portalOrigin, randomBytes }: Pick<Context, "now" | "portalOrigin" | "randomBytes">,
  mail: Omit<QueuedMail<Template>, "messageId" | "now">,
): QueuedMail<Template> {
  const id = toBase64Url(randomBytes(MESSAGE_ID_BYTES));
  return { ...mail, messageId: `<${id}@${new URL(portalOrigin).hostname}>`, now: now() };
}

/** Returns the language in which a user wants e-mails. */
export function mailLanguageOf(person: {
  language: Language;
  mailLanguage: Language | null;
}): Language {
  return person.mailLanguage ?? person.language;
}
