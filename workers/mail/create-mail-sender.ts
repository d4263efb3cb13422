import type { MailProvider, MailSender } from "#operations/mails/mail-sender.ts";
import { writeMail } from "#operations/mails/write-mail.ts";
import { readMailSettings } from "../env.ts";
import { bindingProvider } from "./binding-provider.ts";
import { type Mailbox, writeMime } from "./mime.ts";
import { smtpProvider } from "./smtp-provider.ts";
import { wordingOf } from "./wording.ts";

/** Creates the mail sender of this environment: by SMTP if a server is configured, else by the platform. */
export function createMailSender(env: Env): MailSender {
  const { from, server, binding } = readMailSettings(env);
  if (from === null) return noSender;
  if (server !== null) return createWritingSender(from, env.PORTAL_ORIGIN, smtpProvider(server));
  if (binding !== null)
    return createWritingSender(from, env.PORTAL_ORIGIN, bindingProvider(binding));
  return noSender;
}

const noSender: MailSender = {
  provider: null,
  compose() {
    throw new Error("there is no provider");
  },
};

/** Creates a sender that composes the portal's e-mails from this address. */
export function createWritingSender(
  from: Mailbox,
  portalOrigin: string,
  provider: MailProvider,
): MailSender {
  return {
    provider,
    compose({ recipient: to, messageId, createdAt: date, ...mail }) {
      const wording = wordingOf(mail.language);
      const content = writeMail(mail, wording, portalOrigin);
      const mime = writeMime({ ...content, from, to, messageId, date, language: wording.language });
      return { from: from.address, to, mime };
    },
  };
}
