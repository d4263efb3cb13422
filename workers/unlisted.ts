import type { MiddlewareHandler } from "hono";

/** Of the page of a link: its address is a key to the site, which nobody else is to be told or to keep. */
export const unlisted: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex, nofollow");
  c.header("Cache-Control", "no-store");
};
