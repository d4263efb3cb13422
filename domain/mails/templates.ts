import { z } from "zod";
import { INVITED_AS } from "../members/right-change.ts";

const name = z.string();
/** An address of the portal, whole. */
const link = z.url();
const code = z.string();

/** Every e-mail that the portal writes, and what it tells. Texts are in the locales, namespace `mails`. */
export const MAIL_VALUES = {
  /** To a new account: follow the link to be able to sign in. */
  activate: z.object({ name, link }),
  /** To an address that somebody registers although it has an account: nothing was changed. */
  alreadyRegistered: z.object({ name, link }),
  /** The captcha of a registration. */
  registerCode: z.object({ code }),
  /** To change the e-mail address: to the one so far, and to the new one. */
  oldEmailCode: z.object({ name, code }),
  // Nobody by name: the address may be a stranger's, and a name can say anything.
  newEmailCode: z.object({ code }),
  /** To the address that was left, that it was left. */
  emailChanged: z.object({ name, email: z.string() }),
  resetPassword: z.object({ name, link }),
  passwordChanged: z.object({ name, link }),
  accountDeleted: z.object({ name }),
  /** To an address that somebody typed for news: follow the link to get them. */
  confirmSubscription: z.object({ name, link }),
  /**
   * To an address that is invited to a site: by whom, and whether there is an account to sign in with. The site's name is
   * empty where it is several.
   */
  invitation: z.object({
    site: name,
    email: z.string(),
    as: z.enum(INVITED_AS),
    registered: z.boolean(),
    link,
  }),
  /** To a site's owner: whose address asks to be a member of it. */
  applied: z.object({ name, site: name, email: z.string(), link }),
  /** To who asked, that they are a member. */
  approved: z.object({ name, site: name, link }),
  /** To somebody whose right was taken, at one site or at several in one step. */
  removed: z.object({ name, sites: z.array(name).min(1) }),
  /** To who owned a site, that the one with this address took it over. */
  handedOver: z.object({ name, site: name, email: z.string() }),
} as const;

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues<Template extends MailTemplate> = z.infer<(typeof MAIL_VALUES)[Template]>;
