import { z } from "zod";
import { limitedBudget } from "../loggers/limited-budget.ts";
import { INVITED_AS } from "../members/membership-change.ts";

const name = z.string();
/** An address of the portal, whole. */
const link = z.url();
const code = z.string();

/** Every e-mail of the portal and its parameters. Texts are in the locales, namespace `mails`. */
export const MAIL_VALUES = {
  // An e-mail to an address that its owner has not confirmed carries no text that another person wrote.
  /** To a new account: follow the link to be able to sign in. */
  activate: z.object({ link }),
  /** To an address that is registered although it has an account: nothing was changed. */
  alreadyRegistered: z.object({ link }),
  /** The captcha of a registration. */
  registerCode: z.object({ code }),
  /** To change the e-mail address: to the one so far, and to the new one. */
  oldEmailCode: z.object({ name, code }),
  /** To a new address, to confirm it. */
  newEmailCode: z.object({ code }),
  /** To the address that was left, that it was left. */
  emailChanged: z.object({ name, email: z.string() }),
  resetPassword: z.object({ name, link }),
  passwordChanged: z.object({ name, link }),
  accountDeleted: z.object({ name }),
  /** To a site's owner, and to a platform administrator: the site's logger sent more than its budget. */
  limited: z.object({ name, site: name, budget: limitedBudget, link }),
  limitedPlatform: z.object({ name, site: name, siteId: z.int(), budget: limitedBudget }),
  /** To an address entered for news: the link confirms it. */
  confirmSubscription: z.object({ link }),
  /**
   * To an address that is invited to a site: by whom, and whether there is an account to sign in with. The site's name
   * is empty for several sites; an unconfirmed address does not get it.
   */
  invitation: z.object({
    site: name,
    email: z.string(),
    as: z.enum(INVITED_AS),
    registered: z.boolean(),
    confirmed: z.boolean().default(false),
    link,
  }),
  /** To a site's owner: whose address asks to be a member of it. */
  applied: z.object({ name, site: name, email: z.string(), link }),
  /** To who asked, that they are a member. */
  approved: z.object({ name, site: name, link }),
  /** To a user whose access ended, at one site or at several in one step. */
  removed: z.object({ name, sites: z.array(name).min(1) }),
  /** To a site's owner: they have offered it to this address. */
  transferOffered: z.object({ name, site: name, email: z.string(), link }),
  /** To a site's owner: the offer was accepted, and can be withdrawn for some hours. */
  transferAccepted: z.object({ name, site: name, email: z.string(), hours: z.int(), link }),
  /** To the next owner of a site: it is theirs in some hours. */
  transferPending: z.object({ name, site: name, email: z.string(), hours: z.int() }),
  /** To them: the owner has withdrawn it, or deleted the site. */
  transferWithdrawn: z.object({ name, site: name }),
  /** To the new owner of a site. */
  tookOver: z.object({ name, site: name, link }),
  /** To a site's owner: its module was unlinked. */
  moduleUnlinked: z.object({ name, site: name, serial: z.string(), link }),
  /** To a site's owner: it was deleted, and can be restored for some days. */
  siteDeleted: z.object({ name, site: name, days: z.int(), link }),
  /** To a user: a personal access token was created for their account. */
  tokenCreated: z.object({ name, token: name, days: z.int(), link }),
  /** To who owned a site, that the one with this address took it over. */
  handedOver: z.object({ name, site: name, email: z.string() }),
} as const;

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues<Template extends MailTemplate> = z.infer<(typeof MAIL_VALUES)[Template]>;
