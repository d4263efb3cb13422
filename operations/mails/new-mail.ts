import type { QueuedMail } from "#database/mails.ts";
import type { Language } from "#domain/languages.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Context } from "../context.ts";

const MESSAGE_ID_BYTES = 16;

/** An e-mail ready for `queueMail`: written now, with a Message-ID that all its attempts keep. */
export function newMail<Template extends MailTemplate>(
  { now, portalOrigin, randomBytes }: Pick<Context, "now" | "portalOrigin" | "randomBytes">,
  mail: Omit<QueuedMail<Template>, "messageId" | "now">,
): QueuedMail<Template> {
  const id = toBase64Url(randomBytes(MESSAGE_ID_BYTES));
  return { ...mail, messageId: `<${id}@${new URL(portalOrigin).hostname}>`, now: now() };
}

/** The language somebody wants e-mails in. */
export function mailLanguageOf(person: {
  language: Language;
  mailLanguage: Language | null;
}): Language {
  return person.mailLanguage ?? person.language;
}
