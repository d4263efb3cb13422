import { z } from "zod";
import { limitedBudget } from "../loggers/limited-budget.ts";
import { INVITED_AS } from "../members/membership-change.ts";
import { alarmMail } from "./alarm-mails.ts";

const name = z.string();
/** Absolute URL of a page of the portal. */
const link = z.url();
const code = z.string();

/** Templates of all e-mails of the portal, with their parameters. Texts are in the locales, namespace `mails`. */
export const MAIL_VALUES = {
  // An e-mail to an address that its owner has not confirmed contains no text written by another user.
  /** To the address of a new account: its link activates the account. */
  activate: z.object({ link }),
  /** To an address with an account that was entered in a registration: nothing was changed. */
  alreadyRegistered: z.object({ link }),
  /** To the address entered in a registration: its captcha. */
  registerCode: z.object({ code }),
  /** To the current address of a user who changes it: a code to confirm the change. */
  oldEmailCode: z.object({ name, code }),
  /** To the new address: a code to confirm it. */
  newEmailCode: z.object({ code }),
  /** To the previous address: the address was changed. */
  emailChanged: z.object({ name, email: z.string() }),
  resetPassword: z.object({ name, link }),
  passwordChanged: z.object({ name, link }),
  accountDeleted: z.object({ name }),
  /** To a site's owner (`limited`) and a platform administrator: the site's logger exceeded one of its budgets. */
  limited: z.object({ name, site: name, budget: limitedBudget, link }),
  limitedPlatform: z.object({ name, site: name, siteId: z.int(), budget: limitedBudget }),
  /** To the sender of a message to the operator: the reply, in plain text with line breaks. */
  feedbackReply: z.object({ name, text: z.string() }),
  /** To an operator who chose it: the number of new messages from users. */
  feedbackNotice: z.object({ name, count: z.int(), link }),
  /** To an address that was entered to subscribe to news: its link confirms the subscription. */
  confirmSubscription: z.object({ link }),
  /**
   * To an address that is invited to a site by the user with the address `email`. `site` is empty for several sites,
   * and not shown to an address that is not `confirmed`; `registered` states whether the address has an account.
   */
  invitation: z.object({
    site: name,
    email: z.string(),
    as: z.enum(INVITED_AS),
    registered: z.boolean(),
    confirmed: z.boolean().default(false),
    link,
  }),
  /** To a site's owner: a user with this address applied for membership. */
  applied: z.object({ name, site: name, email: z.string(), link }),
  /** To a user whose application for membership was approved. */
  approved: z.object({ name, site: name, link }),
  /** To a user whose access to one or more sites was removed. */
  removed: z.object({ name, sites: z.array(name).min(1) }),
  /** To a site's owner: the ownership was offered to this address. */
  transferOffered: z.object({ name, site: name, email: z.string(), link }),
  /** To a site's owner: the offer was accepted and can be withdrawn for this number of hours. */
  transferAccepted: z.object({ name, site: name, email: z.string(), hours: z.int(), link }),
  /** To the next owner of a site: the transfer takes effect in this number of hours. */
  transferPending: z.object({ name, site: name, email: z.string(), hours: z.int() }),
  /** To the next owner of a site: the owner has withdrawn the transfer or deleted the site. */
  transferWithdrawn: z.object({ name, site: name }),
  /** To the new owner of a site: the transfer took effect. */
  tookOver: z.object({ name, site: name, link }),
  /** To a site's owner: its module was unlinked. */
  moduleUnlinked: z.object({ name, site: name, serial: z.string(), link }),
  /** To a site's owner: it was deleted and can be restored for this number of days. */
  siteDeleted: z.object({ name, site: name, days: z.int(), link }),
  /** To a user: a personal access token was created for their account. */
  tokenCreated: z.object({ name, token: name, days: z.int(), link }),
  /** To a site's owner: the webhook was disabled, because it failed for days or its receiver asked for it. */
  webhookDisabled: z.object({
    name,
    site: name,
    host: z.string(),
    reason: z.enum(["failing", "gone"]),
    link,
  }),
  /** To the previous owner of a site: the user with this address took it over. */
  handedOver: z.object({ name, site: name, email: z.string() }),
  /** To a recipient of a site's alarms, one template for each kind of message. */
  alarmStarted: alarmMail,
  alarmEnded: alarmMail,
  alarmFlapping: alarmMail,
  /** A logger was offline: what happened meanwhile. */
  alarmSummary: alarmMail,
  /** Everything that was deferred by quiet hours or to the daily digest. */
  alarmDigest: alarmMail,
  alarmEscalated: alarmMail,
  /** Many sites stopped at once, and are still offline after the hold. */
  alarmOutage: alarmMail,
  /** To a user who tests the delivery of alarm e-mails. */
  alarmTest: z.object({ name, link }),
} as const;

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues<Template extends MailTemplate> = z.infer<(typeof MAIL_VALUES)[Template]>;
