import { z } from "zod";
import { userType } from "#domain/access/roles.ts";
import { banner } from "#domain/users/banner.ts";
import { screenSaver } from "#domain/users/profile.ts";
import { language } from "#domain/users/user.ts";

/** A user's own account data. */
export const userRecord = z.object({
  id: z.int(),
  name: z.string(),
  account: z.string().describe("What the person signs in with"),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  country: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
  city: z.string(),
  dealer: z.string(),
  header: z.string().nullable().describe("Path of the avatar; null is the default one"),
  type: userType.describe("1 ordinary, 2 dealer, 9 platform administrator"),
  rule: z.int().describe("Above 0 shows the solar-scale dialog"),
  demo: z.boolean().describe("Whether it is a demo account, which changes nothing"),
  screenSaver: screenSaver.describe("Minutes until the screen saver comes; 0 is off"),
  language: language.describe("Language of the interface"),
  mailLanguage: language.nullable().describe("Language of e-mails; null is that of the interface"),
  alarmMails: z.boolean().describe("Whether alarms are sent to the person at all"),
  banner: banner.nullable().describe("Banner of the outer pages; null is the default one"),
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
  type: 1,
  rule: 0,
  demo: false,
  screenSaver: 5,
  language: "es",
  mailLanguage: null,
  alarmMails: true,
  banner: null,
};
