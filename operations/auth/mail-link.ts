import type { Link } from "#database/auth/links.ts";
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

/** Creates a link with its full URL, which only the e-mail contains. */
export function newLink(context: Context, purpose: LinkPurpose): { link: Link; address: string } {
  const token = toBase64Url(context.randomBytes(TOKEN_BYTES));
  const query = new URLSearchParams({ token });
  return {
    link: linkOf(context, purpose, token),
    address: `${context.portalOrigin}${PAGES[purpose]}?${query}`,
  };
}

/** The stored form of the link that a token would belong to. */
export function linkOf({ now }: Context, purpose: LinkPurpose, token: string): Link {
  return { id: digest(token), purpose, now: now() };
}

/** One error for wrong, used and expired links. */
export function wrongLink(): Problem {
  return new Problem("invalid", { fields: { token: "wrongLink" } });
}
