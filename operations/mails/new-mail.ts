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
  return { ...mail, messageId: newMessageId({ portalOrigin, randomBytes }), now: now() };
}

/** Creates the Message-ID of an e-mail, with its angle brackets. */
export function newMessageId({
  portalOrigin,
  randomBytes,
}: Pick<Context, "portalOrigin" | "randomBytes">): string {
  const id = toBase64Url(randomBytes(MESSAGE_ID_BYTES));
  return `<${id}@${new URL(portalOrigin).hostname}>`;
}

/** Returns the language in which a user wants e-mails. */
export function mailLanguageOf(person: {
  language: Language;
  mailLanguage: Language | null;
}): Language {
  return person.mailLanguage ?? person.language;
}
