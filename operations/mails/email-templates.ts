import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import { INVITATION_LIFETIME_MS } from "#domain/members/member-limits.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { CODE_LIFETIME_MS } from "#domain/users/codes.ts";
import { writeAlarmMail } from "./alarm-templates.ts";
import { type EmailContent, greetingName, isolate, type MailTexts } from "./email-content.ts";

type EmailTemplates = {
  [Template in MailTemplate]: (values: MailValues<Template>, t: MailTexts) => EmailContent;
};

/** All e-mail templates of the portal: each builds the content from its values and the texts of a language. */
export const EMAIL_TEMPLATES: EmailTemplates = {
  activate: ({ link }, t) => ({
    subject: t("activate.subject"),
    paragraphs: [t("activate.text")],
    action: { label: t("activate.action"), link },
    note: t("activate.note"),
  }),
  alreadyRegistered: ({ link }, t) => ({
    subject: t("alreadyRegistered.subject"),
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
  limited: ({ name, site, budget, link }, t) => ({
    subject: t("limited.subject"),
    name,
    paragraphs: [
      t("limited.text", { site: isolate(site) }),
      t(`limited.${budget}`),
      t("limited.help"),
    ],
    action: { label: t("limited.action"), link },
    note: t("limited.note"),
  }),
  webhookDisabled: ({ name, site, host, reason, link }, t) => ({
    subject: t("webhookDisabled.subject"),
    name,
    paragraphs: [
      t(`webhookDisabled.${reason}`, { site: isolate(site), host: isolate(host) }),
      t("webhookDisabled.help"),
    ],
    action: { label: t("webhookDisabled.action"), link },
  }),
  limitedPlatform: ({ name, site, siteId, budget }, t) => ({
    subject: t("limitedPlatform.subject"),
    name,
    paragraphs: [
      t("limitedPlatform.text", { site: isolate(site), siteId: String(siteId) }),
      t(`limited.${budget}`),
    ],
    note: t("limitedPlatform.note"),
  }),
  feedbackReply: ({ name, text }, t) => ({
    subject: t("feedbackReply.subject"),
    name,
    paragraphs: [t("feedbackReply.text"), ...typedLines(text), t("feedbackReply.note")],
  }),
  feedbackNotice: ({ name, count, link }, t) => ({
    subject: t("feedbackNotice.subject"),
    name,
    paragraphs: [t("feedbackNotice.text", { count })],
    action: { label: t("feedbackNotice.action"), link },
    note: t("feedbackNotice.note"),
  }),
  confirmSubscription: ({ link }, t) => ({
    subject: t("confirmSubscription.subject"),
    paragraphs: [t("confirmSubscription.text"), t("confirmSubscription.leave")],
    action: { label: t("confirmSubscription.action"), link },
    note: t("confirmSubscription.note"),
  }),
  invitation: ({ site, email, as, registered, confirmed, link }, t) => ({
    subject: t("invitation.subject"),
    paragraphs: [
      t(`invitation.${nameOfInvited(site, confirmed)}`, {
        email: isolate(email),
        site: isolate(site),
      }),
      t(`invitation.${as}`),
      t(registered ? "invitation.known" : "invitation.unknown"),
    ],
    action: { label: t(registered ? "invitation.view" : "invitation.register"), link },
    note: t("invitation.note", { count: INVITATION_LIFETIME_MS / DAY_MS }),
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
  transferOffered: ({ name, site, email, link }, t) => ({
    subject: t("transferOffered.subject"),
    name,
    paragraphs: [t("transferOffered.text", { site: isolate(site), email: isolate(email) })],
    action: { label: t("transferOffered.action"), link },
    note: t("transferOffered.note"),
  }),
  transferAccepted: ({ name, site, email, hours, link }, t) => ({
    subject: t("transferAccepted.subject"),
    name,
    paragraphs: [
      t("transferAccepted.text", { site: isolate(site), email: isolate(email) }),
      t("transferAccepted.help", { hours: String(hours) }),
    ],
    action: { label: t("transferAccepted.action"), link },
    note: t("changePassword"),
  }),
  transferPending: ({ name, site, email, hours }, t) => ({
    subject: t("transferPending.subject"),
    name,
    paragraphs: [
      t("transferPending.text", {
        site: isolate(site),
        email: isolate(email),
        hours: String(hours),
      }),
    ],
    note: t("transferPending.note"),
  }),
  transferWithdrawn: ({ name, site }, t) => ({
    subject: t("transferWithdrawn.subject"),
    name,
    paragraphs: [t("transferWithdrawn.text", { site: isolate(site) })],
  }),
  tookOver: ({ name, site, link }, t) => ({
    subject: t("tookOver.subject"),
    name,
    paragraphs: [t("tookOver.text", { site: isolate(site) })],
    action: { label: t("approved.action"), link },
  }),
  moduleUnlinked: ({ name, site, serial, link }, t) => ({
    subject: t("moduleUnlinked.subject"),
    name,
    paragraphs: [
      t("moduleUnlinked.text", { site: isolate(site), serial: isolate(serial) }),
      t("moduleUnlinked.help"),
    ],
    action: { label: t("approved.action"), link },
    note: t("changePassword"),
  }),
  siteDeleted: ({ name, site, days, link }, t) => ({
    subject: t("siteDeleted.subject"),
    name,
    paragraphs: [
      t("siteDeleted.text", { site: isolate(site) }),
      t("siteDeleted.help", { count: days }),
    ],
    action: { label: t("siteDeleted.action"), link },
    note: t("changePassword"),
  }),
  tokenCreated: ({ name, token, days, link }, t) => ({
    subject: t("tokenCreated.subject"),
    name,
    paragraphs: [t("tokenCreated.text", { token: isolate(token), count: days })],
    action: { label: t("tokenCreated.action"), link },
    note: t("changePassword"),
  }),
  handedOver: ({ name, site, email }, t) => ({
    subject: t("handedOver.subject"),
    name,
    paragraphs: [t("handedOver.text", { site: isolate(site), email: isolate(email) })],
    note: t("handedOver.note"),
  }),
  alarmStarted: (values, t) => writeAlarmMail("started", values, t),
  alarmEnded: (values, t) => writeAlarmMail("ended", values, t),
  alarmFlapping: (values, t) => writeAlarmMail("flapping", values, t),
  alarmSummary: (values, t) => writeAlarmMail("summary", values, t),
  alarmDigest: (values, t) => writeAlarmMail("digest", values, t),
  alarmEscalated: (values, t) => writeAlarmMail("escalated", values, t),
  alarmOutage: (values, t) => writeAlarmMail("outage", values, t),
  alarmTest: ({ name, link }, t) => ({
    subject: t("alarmTest.subject"),
    name,
    paragraphs: [t("alarmTest.text")],
    action: { label: t("alarmTest.action"), link },
  }),
};

/** Returns the lines of a text that an operator typed, each as a paragraph. */
function typedLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(isolate);
}

/**
 * Chooses how an invitation names its site. A site's name is arbitrary text: unconfirmed addresses never receive it,
 * and no address receives one that a mail program would turn into a link.
 */
function nameOfInvited(site: string, confirmed: boolean): "text" | "unnamed" | "several" {
  if (site === "") return "several";
  return confirmed && greetingName(site) !== "" ? "text" : "unnamed";
}

function codeLife(t: MailTexts): string {
  return t("codeLife", { minutes: String(CODE_LIFETIME_MS / MINUTE_MS) });
}
