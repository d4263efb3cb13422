import { PASSWORD } from "../people.ts";
import {
  accountOf,
  CAST,
  codeFor,
  maskedIdFor,
  NEWS,
  newAddressOf,
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
const EVERYBODY: readonly Who[] = CAST;
const SIGNED_IN = CAST.filter((who) => !SIGNED_OUT.includes(who));
/** A personal access token reaches nothing of the account itself. */
const PEOPLE = SIGNED_IN.filter((who) => !TOKENS.some((token) => token === who));
/** The demo account changes nothing. */
const BUT_DEMO = PEOPLE.filter((who) => who !== "demo");
/** A site's realtime is for all of its members. Nothing is the platform administrator's. */
const EVERY_MEMBER = SIGNED_IN.filter((who) => who !== "platform");

type Input = Row["input"];
const onePixel = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (letter) => letter.charCodeAt(0),
);
const bySite =
  (more: Record<string, unknown> = {}): Input =>
  (who, which) => ({ id: siteIdFor(who, which), ...more });
const bySerial: Input = (who, which) => ({ sn: serialFor(who, which) });
/** Of the caller alone: it names nothing that could be another's. */
const ofOneself =
  (make: Record<string, unknown> | ((who: Who) => Record<string, unknown>) = {}): Input =>
  (who, which: Which) => {
    if (which !== "own") return null;
    return typeof make === "function" ? make(who) : make;
  };
const byNews: Input = (who, which) =>
  which === "foreign" ? null : { id: which === "own" ? NEWS : thingIdFor(who, which) };

const reads = { atSite: false, changes: false } as const;
const writes = { atSite: false, changes: true } as const;
const readsSite = { atSite: true, changes: false } as const;
const writesSite = { atSite: true, changes: true } as const;

/** What is open to anyone and dear is asked by a few. */
const byFew =
  (input: Input): Input =>
  (who, which) =>
    ["nobody", "expired", "demo", "owner", "managingToken"].includes(who)
      ? input(who, which)
      : null;
/** A link that was sent by e-mail serves whoever has it. */
const byLink =
  (
    purpose: "activate" | "resetPassword" | "subscription",
    more: Record<string, unknown> = {},
  ): Input =>
  (who, which) =>
    which === "foreign" ? null : { token: thingKeyFor(purpose, who, which), ...more };

const newPassword = { password: "Kw7xTq20", confirmPassword: "Kw7xTq20" };
const registration = {
  name: "Ana",
  phone: "030 901820",
  country: "DE",
  city: "Berlin",
  ...newPassword,
  agreement: true,
};
/** Somebody who had a code sent to an address. */
const asNewcomer: Input = (who, which) => ({
  ...registration,
  email: newAddressOf(who),
  captcha: codeFor(who, which),
});

/** Every operation there is has its row here. */
export const ROWS: Readonly<Record<string, Row>> = {
  "POST /auth/v2/login": {
    ...writes,
    may: EVERYBODY,
    input: ofOneself((who) => ({ account: accountOf(who), password: PASSWORD })),
  },
  "POST /auth/v2/logout": { ...writes, may: PEOPLE, input: ofOneself() },
  "POST /auth/v2/activate": {
    ...writes,
    may: EVERYBODY,
    input: byFew(byLink("activate")),
    absent: 422,
    alone: true,
  },
  "POST /auth/v2/resetPassword": {
    ...writes,
    may: EVERYBODY,
    input: byFew(byLink("resetPassword", newPassword)),
    absent: 422,
    alone: true,
  },
  "GET /auth/v2/hasDemo": { ...reads, may: EVERYBODY, input: ofOneself() },
  "POST /auth/v2/enterDemo": { ...writes, may: EVERYBODY, input: ofOneself() },
  "POST /user/v2/sendEmailResetPassword": {
    ...writes,
    may: EVERYBODY,
    input: ofOneself((who) => ({ email: accountOf(who) })),
  },
  "POST /user/v2/register/emailCaptcha": {
    ...writes,
    may: EVERYBODY,
    input: ofOneself((who) => ({ email: `newcomer-${who}@example.net` })),
  },
  "POST /user/v3/register": {
    ...writes,
    may: EVERYBODY,
    input: byFew(asNewcomer),
    absent: 422,
  },
  "POST /user/v2/register": {
    ...writes,
    may: EVERYBODY,
    input: byFew(asNewcomer),
    absent: 422,
  },

  "POST /user/v2/session/list": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /user/v2/session/delete": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ id: maskedIdFor("session", who, which) }),
  },
  "POST /user/v2/token/list": { ...reads, may: BUT_DEMO, input: ofOneself() },
  // A token for a site that is not the caller's would be one for nothing.
  "POST /user/v2/token/add": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({
      name: "script",
      scope: "read",
      days: 1,
      // The platform administrator is a member of no site.
      siteIds: which === "own" && who === "platform" ? null : [siteIdFor(who, which)],
    }),
  },
  "POST /user/v2/token/delete": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ id: maskedIdFor("token", who, which) }),
  },

  "POST /user/v2/get": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /user/v2/update": { ...writes, may: BUT_DEMO, input: ofOneself({ city: "Bremen" }) },
  "POST /user/v2/updateNovaLanguage": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ novaLanguage: "fr" }),
  },
  "POST /user/v2/updateEmailAlarmPush": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ alarmMails: false }),
  },
  "POST /user/v2/updateHeader": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ header: `/files/${thingKeyFor("avatar", who, which)}` }),
    absent: 422,
  },
  "POST /user/v2/updateBanner": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({
      textPosition: 4,
      bannerText: "Sun",
      // Empty for one's own: a picture for a banner is none for an avatar.
      bannerImages: which === "own" ? [] : [`/files/${thingKeyFor("avatar", who, which)}`],
    }),
    absent: 422,
  },
  "POST /user/v2/emailCaptcha": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself((who) => ({ kind: "new", email: `elsewhere-${who}@example.net` })),
  },
  "POST /user/v2/emailVerify": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ code: codeFor(who, which) }),
    absent: 422,
  },
  "POST /user/v2/updateAccountAndEmail": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({
      email: newAddressOf(who),
      oldCode: codeFor(who, which),
      newCode: codeFor(who, which),
    }),
    absent: 422,
  },
  "POST /user/v2/updatePassword": {
    ...writes,
    may: BUT_DEMO,
    input: byFew(ofOneself({ oldPassword: PASSWORD, ...newPassword })),
  },
  // Whoever has sites hands them over first.
  "POST /user/v2/delete": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ password: PASSWORD }),
    own: [200, 409],
  },
  "POST /user/v2/groupuser/get": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /user/v2/groupuser/add": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ email: "new-friend@example.net" }),
  },
  // What is not there need not be removed.
  "POST /user/v2/groupuser/delete": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({ id: thingIdFor(who, which) }),
    absent: 200,
  },

  "GET /basic/v2/envelopeKeys": { ...reads, may: EVERYBODY, input: ofOneself() },
  "POST /basic/v2/code/getAllLanguageCode": { ...reads, may: EVERYBODY, input: ofOneself() },
  "POST /basic/v2/code/getAllCountryCode": { ...reads, may: EVERYBODY, input: ofOneself() },
  "POST /basic/v2/email/addSubscribeEmail": {
    ...writes,
    may: EVERYBODY,
    input: ofOneself({ name: "Ana", email: "reader@example.net" }),
  },
  "GET /basic/v2/email/subscription": {
    ...reads,
    may: EVERYBODY,
    input: byLink("subscription"),
    absent: 422,
  },
  "POST /basic/v2/email/confirmSubscription": {
    ...writes,
    may: EVERYBODY,
    input: byLink("subscription"),
    absent: 422,
    alone: true,
  },
  "POST /basic/v2/email/endSubscription": {
    ...writes,
    may: EVERYBODY,
    input: byLink("subscription"),
    absent: 422,
    alone: true,
  },
  "POST /basic/v2/upload/image": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself(() => ({ file: new File([onePixel], "pixel.gif", { type: "image/gif" }) })),
  },

  "POST /help/v2/news/nums": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /help/v2/news/page": { ...reads, may: SIGNED_IN, input: ofOneself() },
  "POST /help/v2/news/popup": { ...reads, may: SIGNED_IN, input: ofOneself() },
  // News is everybody's.
  "POST /help/v2/news/get": { ...reads, may: SIGNED_IN, input: byNews },
  "POST /help/v2/news/read": { ...writes, may: [...BUT_DEMO, "managingToken"], input: byNews },

  "POST /site/v4/getListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(),
  },
  "POST /site/v3/getListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(),
  },
  "POST /site/v4/getBriefListBySearchFilterAndReorder": {
    ...reads,
    may: SIGNED_IN,
    input: ofOneself(),
  },
  "POST /site/v2/getSiteById": { ...readsSite, may: EVERY_MEMBER, input: bySite() },
  "POST /site/v2/getSiteBySN": { ...readsSite, may: EVERY_MEMBER, input: bySerial },
  // Written down for the log-out: where this session may have sockets.
  "POST /site/v2/socketTicket": { ...writesSite, may: EVERY_MEMBER, input: bySite() },
};
