import { z } from "zod";
import { changeUser, readUserRecord } from "#database/user/user-records.ts";
import { Problem } from "#domain/problem.ts";
import {
  cityText,
  companyName,
  countryText,
  dealerName,
  mailLanguage,
  personName,
  phoneText,
  screenSaver,
} from "#domain/users/profile.ts";
import { language } from "#domain/users/user.ts";
import { signedIn } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { userRecord, userRecordExample } from "./user-record.ts";

export const getUser = operation({
  path: "POST /user/v2/get",
  description: {
    summary: "Returns the caller's account",
    output: userRecord,
    example: { input: {}, output: userRecordExample },
  },
  input: z.object({}),
  access: signedIn("readAccount"),
  async run({ context, caller: { person } }) {
    const record = await readUserRecord(context.database, person.id);
    if (record === undefined) throw new Problem("notSignedIn");
    return record;
  },
});

export const updateUser = operation({
  path: "POST /user/v2/update",
  description: {
    summary: "Changes the given fields of the caller's account; omitted fields keep their values",
    output: z.null(),
    example: { input: { name: "Ana", city: "Madrid", screenSaver: 5 }, output: null },
  },
  input: z.object({
    name: personName.optional(),
    // Fields that a registration requires may be cleared later.
    phone: phoneText.optional(),
    company: companyName.optional(),
    country: countryText.optional(),
    city: cityText.optional(),
    dealer: dealerName.optional(),
    screenSaver: screenSaver.optional(),
    mailLanguage: mailLanguage
      .optional()
      .describe("Language of e-mails; null for the language of the interface"),
  }),
  access: signedIn("editAccount"),
  async run({ input, context, caller: { person } }) {
    const { country } = input;
    if (country && !context.countries.has(country))
      throw new Problem("invalid", { fields: { country: "wrongCountry" } });
    const phone = await readPhone(input, person.id, context);
    await changeUser(context.database, person.id, { ...input, phone });
    return null;
  },
});

/**
 * Returns a telephone number in international form.
 * @throws Problem invalid
 */
async function readPhone(
  { phone, country }: { phone?: string | undefined; country?: string | undefined },
  id: number,
  { database, phones }: Context,
): Promise<string | undefined> {
  if (!phone) return phone;
  const from = country ?? (await readUserRecord(database, id))?.country ?? "";
  const read = await phones.read(phone, from);
  if (read === null) throw new Problem("invalid", { fields: { phone: "wrongPhone" } });
  return read;
}

export const updateLanguage = operation({
  path: "POST /user/v2/updateNovaLanguage",
  description: {
    summary: "Sets the language of the interface",
    output: z.null(),
    example: { input: { novaLanguage: "es" }, output: null },
  },
  input: z.object({ novaLanguage: language }),
  access: signedIn("editAccount"),
  async run({ input: { novaLanguage }, context, caller: { person } }) {
    await changeUser(context.database, person.id, { language: novaLanguage });
    return null;
  },
});

export const updateAlarmMails = operation({
  path: "POST /user/v2/updateEmailAlarmPush",
  description: {
    summary: "Enables or disables all alarm e-mails to the caller",
    output: z.null(),
    example: { input: { alarmMails: false }, output: null },
  },
  input: z.object({ alarmMails: z.boolean() }),
  access: signedIn("editAccount"),
  async run({ input: { alarmMails }, context, caller: { person } }) {
    await changeUser(context.database, person.id, { alarmMails });
    return null;
  },
});
