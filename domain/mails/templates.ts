import { z } from "zod";

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
} as const;

export type MailTemplate = keyof typeof MAIL_VALUES;
export type MailValues<Template extends MailTemplate> = z.infer<(typeof MAIL_VALUES)[Template]>;
