import { redirect } from "react-router";
import type { MemberRole } from "#domain/access/roles.ts";
import { call, refusalOf } from "../../../backend.server.ts";
import { confirmFirst } from "../../../forms/confirm-first.server.ts";
import { textOf } from "../../../forms/read-form.server.ts";
import { callForPage, openSite, requireUser } from "../../../guard.server.ts";
import type { Route } from "./+types/page";
import type { KnownLink, MemberResult } from "./management-data.ts";

type ActionArgs = Route.ActionArgs;
type Refused = { fields: Record<string, string> };
type Done = Refused | { known: KnownLink } | null;
type Action = (args: ActionArgs, form: FormData, siteKey: string) => Promise<Done>;

const ACTIONS: Readonly<Record<string, Action>> = {
  invite: sendInvitation,
  transferOwnership: offerOwnership,
  approve,
  refuse,
  remove,
  renewLink,
  withdraw,
  withdrawTransfer,
  right: changeRight,
  receive,
  dealer,
  leave,
};

/**
 * Performs the form's intent.
 * @returns null if the intent is unknown
 */
export async function perform(args: ActionArgs, form: FormData): Promise<MemberResult | null> {
  requireUser(args);
  const intent = textOf(form, "intent");
  const action = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
  if (action === undefined) return null;
  const result = {
    intent,
    email: textOf(form, "email").trim(),
    // Content of the notice with this button, for browsers without scripts.
    known: intent === "renewLink" ? knownLink(form, idOf(form, "shareId")) : null,
  };
  try {
    await confirmFirst(args.context, form);
    const done = await action(args, form, args.url.searchParams.get("key") ?? "");
    if (done === null) return { ...result, problem: null };
    if ("known" in done) return { ...result, problem: null, known: done.known };
    return { ...result, problem: { message: "invalid", fields: done.fields, retryAfter: null } };
  } catch (thrown) {
    const problem = refusalOf(thrown);
    if (problem.code === "notSignedIn" || problem.code === "sessionEnded") throw thrown;
    return { ...result, problem };
  }
}

async function sendInvitation(
  { context }: ActionArgs,
  form: FormData,
  siteKey: string,
): Promise<Done> {
  const choice = textOf(form, "role");
  await call(context, "POST /site/v2/user/invite", {
    siteKey,
    email: textOf(form, "email"),
    ...(choice === "dealer"
      ? { as: "dealer" as const }
      : { role: roleOf(form), endsAt: endOf(form) }),
  });
  return null;
}

/** Requires the site's name, so that ownership is not transferred by accident. */
async function offerOwnership(args: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  const site = await openSite(args);
  if (textOf(form, "siteName").trim() !== site.name.trim())
    return { fields: { siteName: "wrongValue" } };
  const email = textOf(form, "email");
  await call(args.context, "POST /site/v2/user/invite", { siteKey, email, as: "owner" });
  return null;
}

async function approve({ context }: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  await call(context, "POST /site/v2/user/pass", {
    ...{ siteKey, userId: idOf(form, "userId"), role: roleOf(form), endsAt: endOf(form) },
  });
  return null;
}

async function refuse({ context }: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  await call(context, "POST /site/v2/user/refuse", { siteKey, userId: idOf(form, "userId") });
  return null;
}

/** A removed user may have noted the site's share link, which needs no account. */
async function remove({ context }: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  const userId = idOf(form, "userId");
  const { shareId } = await call(context, "POST /site/v2/user/delete", { siteKey, userId });
  return shareId === null ? null : { known: knownLink(form, shareId) };
}

function knownLink(form: FormData, shareId: number): KnownLink {
  return { userId: idOf(form, "userId"), name: textOf(form, "name"), shareId };
}

async function renewLink(args: ActionArgs, form: FormData): Promise<Done> {
  const { id: siteId } = await openSite(args);
  const share = { id: idOf(form, "shareId"), siteId };
  await call(args.context, "POST /site/v2/share/renew", share);
  return null;
}

async function withdraw({ context }: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  const invitationId = idOf(form, "invitationId");
  await call(context, "POST /site/v2/user/delete", { siteKey, invitationId });
  return null;
}

async function withdrawTransfer(
  { context }: ActionArgs,
  _: FormData,
  siteKey: string,
): Promise<Done> {
  await call(context, "POST /site/v2/user/withdrawTransfer", { siteKey });
  return null;
}

async function changeRight(
  { context }: ActionArgs,
  form: FormData,
  siteKey: string,
): Promise<Done> {
  await call(context, "POST /site/v2/user/updateRole", {
    ...{ siteKey, userId: idOf(form, "userId"), role: roleOf(form) },
    // If the day was not edited, the stored instant stays as it is.
    ...(textOf(form, "endsAt") !== textOf(form, "endedAt") && { endsAt: endOf(form) }),
  });
  return null;
}

async function receive({ context }: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  const receives = form.get("receive") !== null;
  const userId = idOf(form, "userId");
  await call(context, "POST /site/v2/user/updateReceive", { siteKey, userId, receive: receives });
  return null;
}

async function dealer(args: ActionArgs, form: FormData, siteKey: string): Promise<Done> {
  const { context } = args;
  const isDealer = textOf(form, "dealer") === "yes";
  const userId = idOf(form, "userId");
  await call(context, "POST /site/v2/user/setDealer", { siteKey, userId, dealer: isDealer });
  // A former dealer who is an administrator keeps access.
  if (isDealer || textOf(form, "stays") === "yes") return null;
  const { id: siteId } = await openSite(args);
  const share = await call(context, "POST /site/v2/share/getBySiteId", { siteId });
  return share && { known: knownLink(form, share.id) };
}

async function leave(args: ActionArgs, _: FormData, siteKey: string): Promise<Done> {
  await callForPage(args, "POST /site/v2/user/leave", { siteKey });
  throw redirect("/sitelist");
}

const idOf = (form: FormData, name: string) => Number(textOf(form, name));
/** The operation validates the role. */
const roleOf = (form: FormData) => Number(textOf(form, "role")) as MemberRole;
const endOf = (form: FormData) => textOf(form, "endsAt") || null;
