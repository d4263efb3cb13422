import type { Link } from "#database/links.ts";
import { Problem } from "#domain/problem.ts";
import type { LinkPurpose } from "#domain/users/codes.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { Context } from "../context.ts";

const TOKEN_BYTES = 32;
/** Pages that links in e-mails lead to. */
const PAGES: Readonly<Record<LinkPurpose, string>> = {
  activate: "/activate",
  resetPassword: "/resetpwd",
};

/** A new link with its whole address, which is nowhere but in its e-mail. */
export function newLink(context: Context, purpose: LinkPurpose): { link: Link; address: string } {
  const token = toBase64Url(context.randomBytes(TOKEN_BYTES));
  const query = new URLSearchParams({ token });
  return {
    link: linkOf(context, purpose, token),
    address: `${context.portalOrigin}${PAGES[purpose]}?${query}`,
  };
}

/** The link that a token belongs to, if there is one. */
export function linkOf({ now }: Context, purpose: LinkPurpose, token: string): Link {
  return { id: digest(token), purpose, now: now() };
}

/** Wrong, used and too old are told alike. */
export function wrongLink(): Problem {
  return new Problem("invalid", { fields: { token: "wrongLink" } });
}
