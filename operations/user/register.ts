import { z } from "zod";
import { addLink, isNotOpen, isOpen } from "#database/auth/links.ts";
import { hashPassword } from "#database/auth/password-hash.ts";
import { queueMailWhere } from "#database/mails/mails.ts";
import { addedUser, addUser } from "#database/user/users.ts";
import { Problem } from "#domain/problem.ts";
import { typedCode } from "#domain/users/codes.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { newPasswordTwice, passwordsEqual } from "#domain/users/new-password.ts";
import {
  cityName,
  companyName,
  countryCode,
  dealerName,
  personName,
  phoneNumber,
} from "#domain/users/profile.ts";
import { anyone } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import { newLink } from "../auth/mail-link.ts";
import type { Caller, Context } from "../context.ts";
import { newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { assertEmailNotBlocked } from "./assert-email-not-blocked.ts";
import { redeemCode } from "./codes.ts";

const input = z
  .object({
    name: personName,
    email: emailAddress.describe("E-mail address, which is also the account name"),
    phone: phoneNumber,
    country: countryCode.describe("ISO 3166-1 alpha-2"),
    city: cityName,
    ...newPasswordTwice,
    company: companyName.default(""),
    dealer: dealerName.default(""),
    agreement: z
      .literal(true, "agreementRequired")
      .describe("Must be true: the user accepts the terms of use"),
    captcha: typedCode.describe("Code sent by register/emailCaptcha"),
  })
  .refine(...passwordsEqual);

type Registration = z.output<typeof input>;

const registration = {
  description: {
    summary:
      "Registers an account, which is activated by a link sent by e-mail. If the account already exists, the answer is the same and its owner is notified by e-mail",
    output: z.null(),
    example: {
      input: {
        name: "Ana",
        email: "ana@example.org",
        phone: "030 901820",
        country: "DE",
        city: "Berlin",
        password: "Kw7xTq20",
        confirmPassword: "Kw7xTq20",
        agreement: true,
        captcha: "042917",
      },
      output: null,
    },
  },
  input,
  access: anyone,
  run: register,
};

export const registerAccount = operation({ path: "POST /user/v3/register", ...registration });
/** The same operation at the other path that the specification names. */
export const registerAccountAlias = operation({ path: "POST /user/v2/register", ...registration });

type RegistrationArgs = { input: Registration; context: Context; caller: Caller };

async function register({ input: typed, context, caller }: RegistrationArgs): Promise<null> {
  await enforceIpRateLimit(context, caller);
  const phone = await readPhone(context, typed);
  await assertEmailNotBlocked(context, typed.email);
  await redeemCode(
    context,
    { purpose: "register", address: typed.email },
    { field: "captcha", code: typed.captcha },
  );
  await writeAccount(context, { ...typed, phone });
  return null;
}

/**
 * Returns a telephone number in international form.
 * @throws Problem invalid if the country is unknown or the number invalid there
 */
async function readPhone(
  { countries, phones }: Context,
  { phone, country }: Registration,
): Promise<string> {
  if (!countries.has(country))
    throw new Problem("invalid", { fields: { country: "wrongCountry" } });
  const number = await phones.read(phone, country);
  if (number === null) throw new Problem("invalid", { fields: { phone: "wrongPhone" } });
  return number;
}

/** Runs the same statements whether or not the account exists; their conditions decide. */
async function writeAccount(context: Context, typed: Registration): Promise<void> {
  const { database, language, portalOrigin } = context;
  const { name, email, phone, country, city, company, dealer, password } = typed;
  const user = {
    account: email,
    email,
    name,
    phone,
    country,
    city,
    company,
    dealer,
    language,
    passwordHash: await hashPassword(password, context.passwordCost),
    createdAt: context.now(),
  };
  const { link, address } = newLink(context, "activate");
  const to = { recipient: email, language };
  const activation = newMail(context, {
    ...to,
    cause: `activate:${link.id}`,
    template: "activate",
    values: { link: address },
  });
  const refusal = newMail(context, {
    ...to,
    cause: `alreadyRegistered:${link.id}`,
    template: "alreadyRegistered",
    values: { link: `${portalOrigin}/login` },
  });
  await database.batch([
    addUser(database, user),
    addLink(database, link, addedUser(user)),
    queueMailWhere(database, isOpen(link), activation),
    queueMailWhere(database, isNotOpen(link), refusal),
  ]);
  await context.announceMail();
}
