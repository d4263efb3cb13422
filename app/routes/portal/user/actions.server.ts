import { redirect } from "react-router";
import { isSecureLine } from "#protocol/own-cookie.ts";
import { clearSessionCookie } from "#protocol/session-cookie.ts";
import { call, problemOf, refusalOf } from "../../../backend.server.ts";
import { confirmFirst } from "../../../forms/confirm-first.server.ts";
import { textOf } from "../../../forms/read-form.server.ts";
import { callForPage, requireUser } from "../../../guard.server.ts";
import type { Route } from "./+types/page";
import {
  askNewEmail,
  changeEmail,
  startEmailChange,
  verifyOldEmail,
} from "./email-steps.server.ts";
import { Refused, typedHere, type Values } from "./form.server.ts";
import { addToken, chosenIn } from "./token-actions.server.ts";
import { ENTER } from "./token-sites.ts";
import type { SectionName, UserResult } from "./user-result.ts";

type ActionArgs = Route.ActionArgs;
type Action = {
  section: SectionName;
  /** Returns what the page shows afterwards. */
  run: (args: ActionArgs, form: FormData) => Promise<Values>;
};

const ACTIONS: Readonly<Record<string, Action>> = {
  profile: { section: "profile", run: saveProfile },
  preferences: { section: "preferences", run: savePreferences },
  password: { section: "password", run: savePassword },
  emailStart: { section: "email", run: startEmailChange },
  emailVerify: { section: "email", run: verifyOldEmail },
  emailNew: { section: "email", run: askNewEmail },
  emailChange: { section: "email", run: changeEmail },
  deletion: { section: "deletion", run: deleteAccount },
  avatar: { section: "avatar", run: saveAvatar },
  addToGroup: { section: "group", run: addToGroup },
  removeFromGroup: { section: "rows", run: removeFromGroup },
  endSession: { section: "rows", run: endSession },
  addToken: { section: "tokens", run: addToken },
  [ENTER]: { section: "tokens", run: addToken },
  deleteToken: { section: "rows", run: deleteToken },
  restoreSite: { section: "rows", run: restoreSite },
};

/**
 * Performs the form's intent.
 * @returns null if the intent is unknown
 */
export async function perform(args: ActionArgs, form: FormData): Promise<UserResult | null> {
  requireUser(args);
  const intent = textOf(form, "intent");
  const action = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
  if (action === undefined) return null;
  const { section, run } = action;
  try {
    // The steps of the e-mail change keep the values of previous steps.
    if (section !== "email") await confirmFirst(args.context, form);
    return { section, problem: null, values: await run(args, form) };
  } catch (thrown) {
    if (thrown instanceof Refused)
      return { section, problem: thrown.problem, values: thrown.values };
    const problem = refusalOf(thrown);
    return { section, problem, values: typedHere(form), ...sitesOf(section, form) };
  }
}

/** A refused token form keeps its selected sites. */
function sitesOf(section: SectionName, form: FormData): Pick<UserResult, "sites"> {
  return section === "tokens" ? { sites: { chosen: chosenIn(form), found: null } } : {};
}

async function saveProfile(args: ActionArgs, form: FormData): Promise<Values> {
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

async function savePreferences(args: ActionArgs, form: FormData): Promise<Values> {
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

async function savePassword(args: ActionArgs, form: FormData): Promise<Values> {
  await callForPage(args, "POST /user/v2/updatePassword", {
    oldPassword: textOf(form, "oldPassword"),
    password: textOf(form, "password"),
    confirmPassword: textOf(form, "confirmPassword"),
  });
  return {};
}

async function deleteAccount(args: ActionArgs, form: FormData): Promise<Values> {
  const typed = textOf(form, "account").trim().toLowerCase();
  if (typed !== requireUser(args).account.toLowerCase())
    throw new Refused(
      { message: "invalid", fields: { account: "wrongValue" }, retryAfter: null },
      typedHere(form),
    );
  await callForPage(args, "POST /user/v2/delete", { password: textOf(form, "password") });
  throw redirect("/login?reason=deleted", {
    headers: { "Set-Cookie": clearSessionCookie(isSecureLine(args.request)) },
  });
}

async function saveAvatar(args: ActionArgs, form: FormData): Promise<Values> {
  await callForPage(args, "POST /user/v2/updateHeader", { header: textOf(form, "header") });
  return {};
}

/** The response is the same whether or not a user has registered the address. */
async function addToGroup(args: ActionArgs, form: FormData): Promise<Values> {
  const email = textOf(form, "email");
  await callForPage(args, "POST /user/v2/groupuser/add", { email });
  return { added: email.trim() };
}

async function removeFromGroup(args: ActionArgs, form: FormData): Promise<Values> {
  const id = Number(textOf(form, "id"));
  await callForPage(args, "POST /user/v2/groupuser/delete", { id });
  return {};
}

async function endSession(args: ActionArgs, form: FormData): Promise<Values> {
  const id = textOf(form, "id");
  const tokens = form.has("tokens");
  await unlessGone(() => call(args.context, "POST /user/v2/session/delete", { id, tokens }));
  return {};
}

async function deleteToken(args: ActionArgs, form: FormData): Promise<Values> {
  const id = textOf(form, "id");
  await unlessGone(() => call(args.context, "POST /user/v2/token/delete", { id }));
  return {};
}

async function restoreSite(args: ActionArgs, form: FormData): Promise<Values> {
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
