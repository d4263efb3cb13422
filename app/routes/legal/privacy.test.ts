import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMAND_MEMORY_MS } from "#domain/commands/command-record.ts";
import { LANGUAGES } from "#domain/languages.ts";
import { MAIL_KEPT_MS } from "#domain/mails/attempts.ts";
import {
  MAX_SESSION_AGE_MS,
  SESSION_LIFETIME_MS,
  SESSION_MEMORY_MS,
} from "#domain/sessions/session-life.ts";
import { SHARE_SESSION_MS } from "#domain/sharing/share.ts";
import { DELETION_GRACE_MS } from "#domain/sites/deletion.ts";
import { DAY_MS, YEAR_S } from "#domain/units/durations.ts";
import { CODE_DAY_MS, UNACTIVATED_MEMORY_MS } from "#domain/users/codes.ts";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";

type Texts = Record<string, Record<string, string>>;

const privacyIn = (language: string): Texts =>
  JSON.parse(readFileSync(`locales/${language}/legal.json`, "utf8")).privacy;

/** Days as the notice states them, in the order of the sentence. */
const PERIODS: [section: string, text: string, periods: number[]][] = [
  ["kept", "sessions", [SESSION_LIFETIME_MS, MAX_SESSION_AGE_MS, SESSION_MEMORY_MS]],
  ["kept", "mails", [MAIL_KEPT_MS]],
  ["kept", "sites", [DELETION_GRACE_MS]],
  ["kept", "commands", [COMMAND_MEMORY_MS]],
  ["browser", "needed", [KNOWN_BROWSER_MS]],
];

test("the privacy notice states the periods of the code in every language", () => {
  for (const language of LANGUAGES) {
    const privacy = privacyIn(language);
    for (const [section, text, periods] of PERIODS) {
      const stated = privacy[section]?.[text]?.match(/\d+/g)?.map(Number);
      expect(stated, `${language} ${text}`).toEqual(periods.map((period) => period / DAY_MS));
    }
  }
});

test("periods that the privacy notice states in words are those of the code", () => {
  const english = privacyIn("en");
  expect(CODE_DAY_MS).toBe(DAY_MS);
  expect(english.kept?.codes).toContain("one day");
  expect(UNACTIVATED_MEMORY_MS).toBe(7 * DAY_MS);
  expect(english.kept?.account).toContain("one week");
  expect(SHARE_SESSION_MS).toBe(DAY_MS);
  expect(english.browser?.needed).toContain("(one day)");
  expect(YEAR_S).toBe(365 * 24 * 3600);
  expect(english.browser?.choices).toContain("(one year)");
});
