import { redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { type FormAction, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import type { MemberRole } from "#domain/access/roles.ts";
import type { Route } from "./+types/page";
import type { KnownLink, MemberExtra } from "./management-data.ts";

type Action = FormAction<MemberExtra, Route.ActionArgs>;

const keyOf = ({ url }: Route.ActionArgs) => url.searchParams.get("key") ?? "";
const idOf = (form: FormData, name: string) => Number(textOf(form, name));
/** The operation validates the role. */
const roleOf = (form: FormData) => Number(textOf(form, "role")) as MemberRole;
const endOf = (form: FormData) => textOf(form, "endsAt") || null;

const sendInvitation: Action = async (form, args) => {
  const email = textOf(form, "email");
  await call(args.context, "POST /site/v2/user/invite", {
    siteKey: keyOf(args),
    email,
    receive: form.has("receive"),
    ...(textOf(form, "role") === "dealer"
      ? { as: "dealer" as const }
      : { role: roleOf(form), endsAt: endOf(form) }),
  });
  return { values: { email: email.trim() } };
};

/** Requires the site's name, so that ownership is not transferred by accident. */
const offerOwnership: Action = async (form, args) => {
  const site = await openSite(args);
  if (textOf(form, "siteName").trim() !== site.name.trim())
    throw new Refused({ fields: { siteName: "wrongValue" } });
  const email = textOf(form, "email");
  const siteKey = keyOf(args);
  await call(args.context, "POST /site/v2/user/invite", { siteKey, email, as: "owner" });
  return { values: { email: email.trim() } };
};

const approve: Action = async (form, args) => {
  const userId = idOf(form, "userId");
  const granted = { role: roleOf(form), endsAt: endOf(form) };
  const input = { siteKey: keyOf(args), userId, ...granted };
  await call(args.context, "POST /site/v2/user/pass", input);
  return {};
};

const refuse: Action = async (form, args) => {
  const userId = idOf(form, "userId");
  await call(args.context, "POST /site/v2/user/refuse", { siteKey: keyOf(args), userId });
  return {};
};

/** A removed user may have noted the site's share link, which needs no account. */
const remove: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), userId: idOf(form, "userId") };
  const { shareId } = await call(args.context, "POST /site/v2/user/delete", input);
  return { known: shareId === null ? null : knownLink(form, shareId) };
};

function knownLink(form: FormData, shareId: number): KnownLink {
  return { userId: idOf(form, "userId"), name: textOf(form, "name"), shareId };
}

/** Content of the notice with this button, for browsers without scripts. */
const renewedLink = (form: FormData) => ({ known: knownLink(form, idOf(form, "shareId")) });

const renewLink: Action = async (form, args) => {
  const { id: siteId } = await openSite(args);
  const share = { id: idOf(form, "shareId"), siteId };
  await call(args.context, "POST /site/v2/share/renew", share);
  return renewedLink(form);
};

const withdraw: Action = async (form, args) => {
  const invitationId = idOf(form, "invitationId");
  await call(args.context, "POST /site/v2/user/delete", { siteKey: keyOf(args), invitationId });
  return {};
};

const withdrawTransfer: Action = async (_, args) => {
  await call(args.context, "POST /site/v2/user/withdrawTransfer", { siteKey: keyOf(args) });
  return {};
};

const changeAccessLevel: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), userId: idOf(form, "userId"), role: roleOf(form) };
  // If the day was not edited, the stored instant stays as it is.
  const isEdited = textOf(form, "endsAt") !== textOf(form, "endedAt");
  await call(args.context, "POST /site/v2/user/updateRole", {
    ...input,
    ...(isEdited && { endsAt: endOf(form) }),
  });
  return {};
};

const receive: Action = async (form, args) => {
  const input = {
    siteKey: keyOf(args),
    userId: idOf(form, "userId"),
    receive: form.has("receive"),
  };
  await call(args.context, "POST /site/v2/user/updateReceive", input);
  return {};
};

const dealer: Action = async (form, args) => {
  const { context } = args;
  const isDealer = textOf(form, "dealer") === "yes";
  const input = { siteKey: keyOf(args), userId: idOf(form, "userId"), dealer: isDealer };
  await call(context, "POST /site/v2/user/setDealer", input);
  // A former dealer who is an administrator keeps access.
  if (isDealer || textOf(form, "stays") === "yes") return { known: null };
  const { id: siteId } = await openSite(args);
  const share = await call(context, "POST /site/v2/share/getBySiteId", { siteId });
  return { known: share && knownLink(form, share.id) };
};

const leave: Action = async (_, args) => {
  await callForPage(args, "POST /site/v2/user/leave", { siteKey: keyOf(args) });
  throw redirect("/sitelist");
};

const ACTIONS: Readonly<Record<string, Action>> = {
  invite: sendInvitation,
  transferOwnership: offerOwnership,
  approve,
  refuse,
  remove,
  renewLink,
  withdraw,
  withdrawTransfer,
  accessLevel: changeAccessLevel,
  receive,
  dealer,
  leave,
};

/** Performs a form of the page. */
export async function perform(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, ACTIONS, {
    extrasOfRefused: (form, intent) => (intent === "renewLink" ? renewedLink(form) : {}),
  });
}
