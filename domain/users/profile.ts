import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { PLAIN_LINE } from "../plain-line.ts";
import { MAX_PHONE, MAX_PROFILE_LINE } from "../text-limits.ts";

/** These texts stand in lists, and in subjects of e-mails. */
const line = z.string().trim().max(MAX_PROFILE_LINE, "tooLong").regex(PLAIN_LINE);

/** What a person is called. */
export const personName = line.min(1, "required");
/** A phone number as typed; the rules of its country decide whether it exists. */
export const phoneText = z.string().trim().max(MAX_PHONE, "tooLong");
export const phoneNumber = phoneText.min(1, "required");
/** ISO 3166-1 alpha-2, with spaces around it or without; or empty, which spaces alone are not. */
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

/** Minutes without a hand on it until the screen saver comes; 0 is off (specification, section 3). */
export const screenSaver = z.literal([0, 1, 3, 5, 10]);
export type ScreenSaver = z.output<typeof screenSaver>;
/** Null is that of the interface, whichever it is. */
export const mailLanguage = z.enum(LANGUAGES).nullable();
