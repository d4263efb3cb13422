import {
  CAST,
  codeFor,
  NEWS,
  newAddressOf,
  OUTSIDERS,
  SIGNED_OUT,
  serialFor,
  siteIdFor,
  TOKENS,
  thingIdFor,
  thingKeyFor,
  type Which,
  type Who,
} from "./cast.ts";
import type { Row } from "./walk.ts";

// Specification, section 6, and the readings of it, by heart; never by what can.ts says.
export const EVERYBODY: readonly Who[] = CAST;
export const SIGNED_IN = CAST.filter((who) => !SIGNED_OUT.includes(who));
/** A personal access token reaches nothing of the account itself. */
export const PEOPLE = SIGNED_IN.filter((who) => !TOKENS.some((token) => token === who));
/** The demo account changes nothing. */
export const BUT_DEMO = PEOPLE.filter((who) => who !== "demo");
/** A site's realtime is for all of its members. Nothing is the platform administrator's. */
export const EVERY_MEMBER = SIGNED_IN.filter((who) => !OUTSIDERS.includes(who));

export type Input = Row["input"];
export const onePixel = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (letter) => letter.charCodeAt(0),
);
export const bySite =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => ({ id: siteIdFor(who, which), ...more });
export const bySerial: Input = (who, which) => ({ sn: serialFor(who, which) });
/** Of the caller alone: it names nothing that could be another's. */
export const ofOneself =
  (make: Record<string, unknown> | ((who: Who) => Record<string, unknown>) = {}): Input =>
  (who, which: Which) => {
    if (which !== "own") return null;
    return typeof make === "function" ? make(who) : make;
  };
export const byNews: Input = (who, which) =>
  which === "foreign" ? null : { id: which === "own" ? NEWS : thingIdFor(who, which) };

export const reads = { atSite: false, changes: false } as const;
export const writes = { atSite: false, changes: true } as const;
export const readsSite = { atSite: true, changes: false } as const;
export const writesSite = { atSite: true, changes: true } as const;

/** What is open to anyone and dear is asked by a few. */
export const byFew =
  (input: Input): Input =>
  (who, which) =>
    ["anonymous", "expired", "demo", "owner", "managingToken"].includes(who)
      ? input(who, which)
      : null;
/** A link that was sent by e-mail works for every holder. */
export const byLink =
  (
    purpose: "activate" | "resetPassword" | "subscription",
    more: Record<string, unknown> = {},
  ): Input =>
  (who, which) =>
    which === "foreign" ? null : { token: thingKeyFor(purpose, who, which), ...more };

export const newPassword = { password: "Kw7xTq20", confirmPassword: "Kw7xTq20" };
export const registration = {
  name: "Ana",
  phone: "030 901820",
  country: "DE",
  city: "Berlin",
  ...newPassword,
  agreement: true,
};
/** A user who had a code sent to an address. */
export const asNewcomer: Input = (who, which) => ({
  ...registration,
  email: newAddressOf(who),
  captcha: codeFor(who, which),
});
