import { z } from "zod";
import { LANGUAGES } from "../languages.ts";

/** No line breaks or other control characters: these texts stand in lists, and in subjects of e-mails. */
const line = z
  .string()
  .trim()
  .max(100, "tooLong")
  .regex(/^\P{Cc}*$/u);

/** What a person is called. */
export const personName = line.min(1, "required");
/** Whether it can be one at all is for the rules of its country to say. */
export const phoneNumber = z.string().trim().min(1, "required").max(32, "tooLong");
/** ISO 3166-1 alpha-2. */
export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(1, "required")
  .regex(/^[A-Z]{2}$/);
export const cityName = line.min(1, "required");
export const companyName = line;
export const dealerName = line;

/** Minutes without a hand on it until the screen saver comes; 0 is off (specification, section 3). */
export const screenSaver = z.union([0, 1, 3, 5, 10].map((minutes) => z.literal(minutes)));
export const mailLanguage = z.enum(LANGUAGES);
