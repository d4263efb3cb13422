import { z } from "zod";
import { PLAIN_LINE } from "./plain-line.ts";

/** Operator of a deployment; a field is null if its setting is empty. */
export type Operator = {
  /** Person or company. */
  name: string | null;
  /** Postal address in one line. */
  address: string | null;
  /** E-mail address for questions of users. */
  email: string | null;
  /** URL of the operator's own privacy notice, which replaces the page `/privacy`. */
  privacyUrl: string | null;
};

/** Settings of a deployment that describe its operator. */
export const OPERATOR_SETTINGS = [
  "OPERATOR_NAME",
  "OPERATOR_ADDRESS",
  "OPERATOR_EMAIL",
  "PRIVACY_URL",
] as const;

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 300;
/** Maximum length of an e-mail address (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;
const MAX_URL_LENGTH = 500;

const line = (name: string, maxLength: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.trim())
    .refine((text) => PLAIN_LINE.test(text), `${name} is not one line of plain text`)
    .refine((text) => text.length <= maxLength, {
      error: ({ input }) =>
        `${name} has ${String(input).length} characters; at most ${maxLength} are allowed`,
    });

const isAddress = (text: string) => text === "" || z.email().safeParse(text).success;
const isWebPage = (text: string) =>
  text === "" || (/^https:\/\//i.test(text) && URL.canParse(text));

const settings = z.object({
  OPERATOR_NAME: line("OPERATOR_NAME", MAX_NAME_LENGTH),
  OPERATOR_ADDRESS: line("OPERATOR_ADDRESS", MAX_ADDRESS_LENGTH),
  OPERATOR_EMAIL: line("OPERATOR_EMAIL", MAX_EMAIL_LENGTH).refine(
    isAddress,
    "OPERATOR_EMAIL is not an e-mail address such as help@example.com",
  ),
  PRIVACY_URL: line("PRIVACY_URL", MAX_URL_LENGTH).refine(
    isWebPage,
    "PRIVACY_URL is not an address that begins with https://",
  ),
});

/**
 * Reads the operator from the settings of a deployment.
 * @throws Error that names each invalid setting and its limit
 */
export function readOperator(values: unknown): Operator {
  const checked = settings.safeParse(values);
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ message }) => message).join("; "));
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL, PRIVACY_URL } = checked.data;
  return {
    name: OPERATOR_NAME || null,
    address: OPERATOR_ADDRESS || null,
    email: OPERATOR_EMAIL || null,
    // HTTP headers require the ASCII form of an address with other letters.
    privacyUrl: PRIVACY_URL === "" ? null : new URL(PRIVACY_URL).href,
  };
}

/** Operator without any setting. */
export const UNNAMED_OPERATOR: Operator = readOperator({});
