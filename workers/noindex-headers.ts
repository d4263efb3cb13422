import type { MiddlewareHandler } from "hono";

/** Matches all spellings: pages are found regardless of case and of repeated slashes. */
const SHARE_PAGE = /^\/+share(\.data)?(\/|$)/i;

/**
 * Sets headers on share pages: their URL grants access to the site, so it must be neither indexed nor cached nor sent
 * as a referrer.
 */
export const noindexHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!SHARE_PAGE.test(c.req.path)) return;
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Cache-Control", "no-store");
};
