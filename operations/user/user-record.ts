import { z } from "zod";
import { userType } from "#domain/access/role-schemas.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { banner } from "#domain/users/banner.ts";
import { screenSaver } from "#domain/users/profile.ts";
import { language } from "#domain/users/user.ts";

/** A user's own account data. */
export const userRecord = z.object({
  id: z.int(),
  name: z.string(),
  account: z.string().describe("Account name for signing in"),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  country: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
  city: z.string(),
  dealer: z.string(),
  header: z.string().nullable().describe("Path of the avatar; null for the default avatar"),
  type: userType.describe("1 ordinary, 2 dealer, 9 platform administrator"),
  rule: z.int().describe("A value above 0 shows the solar-scale dialog"),
  demo: z.boolean().describe("Whether it is a demo account, which is read-only"),
  screenSaver: screenSaver.describe(
    "Minutes of inactivity until the screen saver starts; 0 disables it",
  ),
  language: language.describe("Language of the interface"),
  mailLanguage: language
    .nullable()
    .describe("Language of e-mails; null for the language of the interface"),
  alarmMails: z.boolean().describe("Whether the user receives any alarms by e-mail"),
  banner: banner
    .nullable()
    .describe("Banner of the pages outside of a site; null for the default banner"),
});

export const userRecordExample: z.output<typeof userRecord> = {
  id: 7,
  name: "Ana",
  account: "ana@example.org",
  email: "ana@example.org",
  phone: "+34911234567",
  company: "",
  country: "ES",
  city: "Madrid",
  dealer: "",
  header: "/files/kT2m0yFQm4rB1oNfX9pLwA",
  type: USER_TYPE.ordinary,
  rule: 0,
  demo: false,
  screenSaver: 5,
  language: "es",
  mailLanguage: null,
  alarmMails: true,
  banner: null,
};
