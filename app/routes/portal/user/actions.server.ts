import { redirect, redirectDocument } from "react-router";
import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, intentIn, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { clearSessionCookie } from "#protocol/session-cookie.ts";
import type { Route } from "./+types/page";
import {
  askNewEmail,
  changeEmail,
  startEmailChange,
  verifyOldEmail,
} from "./email-steps.server.ts";
import { saveNotifications } from "./notification-actions.server.ts";
import { addToken, chosenIn, findSites, isSearch } from "./token-actions.server.ts";
import { ENTER, type TokenExtra } from "./token-sites.ts";

type Args = Route.ActionArgs;

const ACTIONS: Readonly<Record<string, FormAction<TokenExtra, Args>>> = {
  profile: saveProfile,
  preferences: savePreferences,
  notifications: saveNotifications,
  password: savePassword,
  emailStart: startEmailChange,
  emailVerify: verifyOldEmail,
  emailNew: askNewEmail,
  emailChange: changeEmail,
  deletion: deleteAccount,
  avatar: saveAvatar,
  addToGroup,
  removeFromGroup,
  endSession,
  addToken,
  [ENTER]: addToken,
  findSites,
  deleteToken,
  restoreSite,
  addArchive,
  removeArchive,
  downloadArchive,
};

/** Performs a form of the page. */
export async function perform(args: Args) {
  requireUser(args);
  return performForm(args, ACTIONS, {
    intentOf: (form) => (isSearch(form) ? "findSites" : intentIn(form)),
    unconfirmed: ["findSites", "emailStart", "emailVerify", "emailNew"],
    // A refused token form keeps its selected sites.
    extrasOfRefused: (form, intent) =>
      intent === "addToken" || intent === ENTER
        ? { sites: { chosen: chosenIn(form), found: null } }
        : {},
  });
}

async function addArchive(_: FormData, args: Args) {
  await callForPage(args, "POST /user/v2/archive/add", {});
  return {};
}

async function removeArchive(form: FormData, args: Args) {
  const archiveId = Number(textOf(form, "archiveId"));
  await callForPage(args, "POST /user/v2/archive/delete", { archiveId });
  return {};
}

/** Leads the browser to the file, which it downloads while the page stays. */
async function downloadArchive(form: FormData, args: Args): Promise<never> {
  const archiveId = Number(textOf(form, "archiveId"));
  const { file } = await callForPage(args, "POST /user/v2/archive/download", { archiveId });
  throw redirectDocument(file);
}

async function saveProfile(form: FormData, args: Args) {
  await callForPage(args, "POST /user/v2/update", {
    name: textOf(form, "name"),
    phone: textOf(form, "phone"),
    company: textOf(form, "company"),
    country: textOf(form, "country"),
    city: textOf(form, "city"),
    dealer: textOf(form, "dealer"),
  });
  return {};
}

type UpdateInput = Parameters<typeof callForPage<"POST /user/v2/update">>[2];

async function savePreferences(form: FormData, args: Args) {
  // The operation validates the fields.
  await callForPage(args, "POST /user/v2/update", {
    screenSaver: Number(textOf(form, "screenSaver")) as NonNullable<UpdateInput["screenSaver"]>,
    mailLanguage: (textOf(form, "mailLanguage") || null) as NonNullable<
      UpdateInput["mailLanguage"]
    > | null,
  });
  const alarmMails = form.get("alarmMails") !== null;
  await callForPage(args, "POST /user/v2/updateEmailAlarmPush", { alarmMails });
  return {};
}

async function savePassword(form: FormData, args: Args) {
  await callForPage(args, "POST /user/v2/updatePassword", {
    oldPassword: textOf(form, "oldPassword"),
    password: textOf(form, "password"),
    confirmPassword: textOf(form, "confirmPassword"),
  });
  return {};
}

async function deleteAccount(form: FormData, args: Args): Promise<never> {
  const typed = textOf(form, "account").trim().toLowerCase();
  if (typed !== requireUser(args).account.toLowerCase())
    throw new Refused({ fields: { account: "wrongValue" } });
  await callForPage(args, "POST /user/v2/delete", { password: textOf(form, "password") });
  throw redirect("/login?reason=deleted", {
    headers: { "Set-Cookie": clearSessionCookie(isSecureLine(args.request)) },
  });
}

async function saveAvatar(form: FormData, args: Args) {
  await callForPage(args, "POST /user/v2/updateHeader", { header: textOf(form, "header") });
  return {};
}

/** The response is the same whether or not a user has registered the address. */
async function addToGroup(form: FormData, args: Args) {
  const email = textOf(form, "email");
  await callForPage(args, "POST /user/v2/groupuser/add", { email });
  return { values: { added: email.trim() } };
}

async function removeFromGroup(form: FormData, args: Args) {
  const id = Number(textOf(form, "id"));
  await callForPage(args, "POST /user/v2/groupuser/delete", { id });
  return {};
}

async function endSession(form: FormData, args: Args) {
  const id = textOf(form, "id");
  const tokens = form.has("tokens");
  await unlessGone(() => call(args.context, "POST /user/v2/session/delete", { id, tokens }));
  return {};
}

async function deleteToken(form: FormData, args: Args) {
  const id = textOf(form, "id");
  await unlessGone(() => call(args.context, "POST /user/v2/token/delete", { id }));
  return {};
}

async function restoreSite(form: FormData, args: Args) {
  await callForPage(args, "POST /site/v2/restore", { id: Number(textOf(form, "id")) });
  return {};
}

/** Treats an object that is already gone as success. */
async function unlessGone(end: () => Promise<unknown>): Promise<void> {
  try {
    await end();
  } catch (thrown) {
    if (problemOf(thrown)?.code !== "notFound") throw thrown;
  }
}
