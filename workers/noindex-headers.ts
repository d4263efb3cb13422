import type { MiddlewareHandler } from "hono";

/** However it is spelled: the pages are found without regard to capitals and to slashes too many. */
const SHARE_PAGE = /^\/+share(\.data)?(\/|$)/i;

/** Of the page of a link: its address is a key to the site, which nobody else is to be told or to keep. */
export const noindexHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!SHARE_PAGE.test(c.req.path)) return;
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Cache-Control", "no-store");
};
