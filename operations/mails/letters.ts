import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import { CODE_LIFETIME_MS } from "#domain/users/codes.ts";
import { isolate, type Letter, type MailTexts } from "./letter.ts";

type Letters = {
  [Template in MailTemplate]: (values: MailValues<Template>, t: MailTexts) => Letter;
};

/** Every e-mail of the portal: what it tells, from its values and the texts of a language. */
export const LETTERS: Letters = {
  activate: ({ name, link }, t) => ({
    subject: t("activate.subject"),
    name,
    paragraphs: [t("activate.text")],
    action: { label: t("activate.action"), link },
    note: t("activate.note"),
  }),
  alreadyRegistered: ({ name, link }, t) => ({
    subject: t("alreadyRegistered.subject"),
    name,
    paragraphs: [t("alreadyRegistered.text"), t("alreadyRegistered.help")],
    action: { label: t("alreadyRegistered.action"), link },
    note: t("ifNotYou"),
  }),
  registerCode: ({ code }, t) => ({
    subject: t("registerCode.subject"),
    paragraphs: [t("registerCode.text")],
    code,
    note: `${codeLife(t)} ${t("ifNotYou")}`,
  }),
  oldEmailCode: ({ name, code }, t) => ({
    subject: t("oldEmailCode.subject"),
    name,
    paragraphs: [t("oldEmailCode.text")],
    code,
    note: `${codeLife(t)} ${t("oldEmailCode.note")}`,
  }),
  newEmailCode: ({ code }, t) => ({
    subject: t("newEmailCode.subject"),
    paragraphs: [t("newEmailCode.text")],
    code,
    note: `${codeLife(t)} ${t("ifNotYou")}`,
  }),
  emailChanged: ({ name, email }, t) => ({
    subject: t("emailChanged.subject"),
    name,
    paragraphs: [t("emailChanged.text", { email: isolate(email) })],
    note: t("emailChanged.note"),
  }),
  resetPassword: ({ name, link }, t) => ({
    subject: t("resetPassword.subject"),
    name,
    paragraphs: [t("resetPassword.text")],
    action: { label: t("resetPassword.action"), link },
    note: t("resetPassword.note"),
  }),
  passwordChanged: ({ name, link }, t) => ({
    subject: t("passwordChanged.subject"),
    name,
    paragraphs: [t("passwordChanged.text"), t("passwordChanged.help")],
    action: { label: t("passwordChanged.action"), link },
  }),
  accountDeleted: ({ name }, t) => ({
    subject: t("accountDeleted.subject"),
    name,
    paragraphs: [t("accountDeleted.text")],
    note: t("accountDeleted.note"),
  }),
  confirmSubscription: ({ name, link }, t) => ({
    subject: t("confirmSubscription.subject"),
    name,
    paragraphs: [t("confirmSubscription.text"), t("confirmSubscription.leave")],
    action: { label: t("confirmSubscription.action"), link },
    note: t("confirmSubscription.note"),
  }),
};

function codeLife(t: MailTexts): string {
  return t("codeLife", { minutes: String(CODE_LIFETIME_MS / 60_000) });
}
