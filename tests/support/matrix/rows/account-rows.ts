import { PASSWORD } from "../../seed-users.ts";
import {
  accountOf,
  codeFor,
  maskedIdFor,
  newAddressOf,
  OUTSIDERS,
  siteIdFor,
  thingIdFor,
  thingKeyFor,
} from "../cast.ts";
import {
  asNewcomer,
  BUT_DEMO,
  byFew,
  byLink,
  byNews,
  EVERYBODY,
  newPassword,
  ofOneself,
  onePixel,
  PEOPLE,
  reads,
  SIGNED_IN,
  writes,
} from "../row-inputs.ts";
import type { Row } from "../walk.ts";

/** Accounts, and what has nothing to do with a site. */
const byArchive: Row["input"] = (who, which) => ({ archiveId: thingIdFor(who, which) });

export const accountRows: Readonly<Record<string, Row>> = {
  "POST /auth/v2/login": {
    ...writes,
    may: EVERYBODY,
    input: ofOneself((who) => ({ account: accountOf(who), password: PASSWORD })),
  },
  "POST /auth/v2/confirm": { ...writes, may: BUT_DEMO, input: ofOneself({ password: PASSWORD }) },
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
    confirms: true,
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
      // Of those who are members of no site, for none.
      siteIds: which === "own" && OUTSIDERS.includes(who) ? null : [siteIdFor(who, which)],
    }),
    confirms: true,
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
    confirms: true,
  },
  "POST /user/v2/updatePassword": {
    ...writes,
    may: BUT_DEMO,
    input: byFew(ofOneself({ oldPassword: PASSWORD, ...newPassword })),
  },
  // Owners of sites transfer them first.
  "POST /user/v2/delete": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ password: PASSWORD }),
    own: [200, 409],
  },
  "POST /user/v2/archive/add": { ...writes, may: BUT_DEMO, input: ofOneself(), confirms: true },
  "POST /user/v2/archive/list": { ...reads, may: BUT_DEMO, input: ofOneself() },
  "POST /user/v2/archive/download": { ...writes, may: BUT_DEMO, input: byArchive },
  "POST /user/v2/archive/delete": { ...writes, may: BUT_DEMO, input: byArchive },
  "POST /user/v2/archive/import/add": {
    ...writes,
    may: BUT_DEMO,
    input: ofOneself({ name: "archive.zip", size: 1_000 }),
  },
  // The archives of the cast are exports, which receive nothing.
  "POST /user/v2/archive/import/part": {
    ...writes,
    may: BUT_DEMO,
    input: (who, which) => ({
      archiveId: String(thingIdFor(who, which)),
      number: "1",
      file: new File([onePixel], "part"),
    }),
    own: [404],
  },
  "POST /user/v2/archive/import/start": {
    ...writes,
    may: BUT_DEMO,
    input: byArchive,
    own: [404],
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
  "POST /help/v2/feedback/submit": {
    ...writes,
    may: [...BUT_DEMO, "managingToken"],
    input: ofOneself({ name: "Ana", email: "ana@example.net", message: "Hello" }),
  },
};
