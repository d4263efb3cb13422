import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import { INVITATION_LIFETIME_MS } from "#domain/members/member-limits.ts";
import { CODE_LIFETIME_MS } from "#domain/users/codes.ts";
import { greetingName, isolate, type Letter, type MailTexts } from "./letter.ts";

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
  invitation: ({ site, email, as, registered, link }, t) => ({
    subject: t("invitation.subject"),
    paragraphs: [
      // It goes to strangers, and a name can say anything: one that would be a link is left out.
      t(greetingName(site) === "" ? "invitation.several" : "invitation.text", {
        email: isolate(email),
        site: isolate(site),
      }),
      t(`invitation.${as}`),
      t(registered ? "invitation.known" : "invitation.unknown"),
    ],
    action: { label: t(registered ? "invitation.look" : "invitation.register"), link },
    note: t("invitation.note", { days: String(INVITATION_LIFETIME_MS / 86_400_000) }),
  }),
  applied: ({ name, site, email, link }, t) => ({
    subject: t("applied.subject"),
    name,
    paragraphs: [t("applied.text", { email: isolate(email), site: isolate(site) })],
    action: { label: t("applied.action"), link },
    note: t("applied.note"),
  }),
  approved: ({ name, site, link }, t) => ({
    subject: t("approved.subject"),
    name,
    paragraphs: [t("approved.text", { site: isolate(site) })],
    action: { label: t("approved.action"), link },
  }),
  removed: ({ name, sites }, t) => ({
    subject: t("removed.subject"),
    name,
    paragraphs: sites.map((site) => t("removed.text", { site: isolate(site) })),
  }),
  handedOver: ({ name, site, email }, t) => ({
    subject: t("handedOver.subject"),
    name,
    paragraphs: [t("handedOver.text", { site: isolate(site), email: isolate(email) })],
    note: t("handedOver.note"),
  }),
};

function codeLife(t: MailTexts): string {
  return t("codeLife", { minutes: String(CODE_LIFETIME_MS / 60_000) });
}
