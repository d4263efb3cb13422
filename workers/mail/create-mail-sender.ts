import type { Operator } from "#domain/operator.ts";
import type { MailProvider, MailSender } from "#operations/mails/mail-sender.ts";
import { type Portal, writeMail } from "#operations/mails/write-mail.ts";
import { readMailSettings } from "../env.ts";
import { bindingProvider } from "./binding-provider.ts";
import { type Mailbox, writeMime } from "./mime.ts";
import { smtpProvider } from "./smtp-provider.ts";
import { wordingOf } from "./wording.ts";

/** Creates the mail sender of this environment: by SMTP if a server is configured, else by the platform. */
export function createMailSender(env: Env, operator: Operator): MailSender {
  const { from, server, binding } = readMailSettings(env);
  if (from === null) return noSender;
  const portal = { origin: env.PORTAL_ORIGIN, operator };
  if (server !== null) return createWritingSender(from, portal, smtpProvider(server));
  if (binding !== null) return createWritingSender(from, portal, bindingProvider(binding));
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
  portal: Portal,
  provider: MailProvider,
): MailSender {
  return {
    provider,
    compose({ recipient: to, messageId, createdAt: date, ...mail }) {
      const wording = wordingOf(mail.language);
      const content = writeMail(mail, wording, portal);
      const mime = writeMime({ ...content, from, to, messageId, date, language: wording.language });
      return { from: from.address, to, mime };
    },
  };
}
