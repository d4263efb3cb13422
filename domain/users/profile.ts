import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { PLAIN_LINE } from "../plain-line.ts";
import { MAX_PHONE, MAX_PROFILE_LINE } from "../text-limits.ts";

/** Text of one line, because it is shown in lists and in subjects of e-mails. */
const line = z.string().trim().max(MAX_PROFILE_LINE, "tooLong").regex(PLAIN_LINE);

/** Name of a user. */
export const personName = line.min(1, "required");
/** Phone number as typed; its form is not checked, since it depends on the country. */
export const phoneText = z.string().trim().max(MAX_PHONE, "tooLong");
export const phoneNumber = phoneText.min(1, "required");
/** Country, ISO 3166-1 alpha-2, or empty; surrounding spaces are removed, but spaces alone are invalid. */
export const countryText = z
  .string()
  .regex(/^(\s*[A-Za-z]{2}\s*)?$/)
  .trim()
  .toUpperCase();
export const countryCode = countryText.min(1, "required");
export const cityText = line;
export const cityName = line.min(1, "required");
export const companyName = line;
export const dealerName = line;

/** Minutes without input until the screen saver starts; 0 disables it (specification, section 3). */
export const screenSaver = z.literal([0, 1, 3, 5, 10]);
export type ScreenSaver = z.output<typeof screenSaver>;
/** Language of e-mails; null for the language of the user interface. */
export const mailLanguage = z.enum(LANGUAGES).nullable();
