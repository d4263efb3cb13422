import { matchPath } from "react-router";
import { safeRedirect } from "./safe-redirect.ts";

/** Paths of resource routes, to which no redirect leads. They are answered by routes in `routes.ts`. */
export const RESOURCE_PATHS = [
  "/sharing",
  "/banner",
  "/sitelist/download",
  "/sitelist/filters",
  "/stylesheet/:name",
  "/look/:name",
  "/map/tiles",
  "/map/zone",
  "/sitelist/map",
  "/sitelist/map/:id",
  "/invitations",
  "/administrators",
  "/platform/subscribers/download",
] as const;

const HOME = "/sitelist";

/** The page to which the user returns after the login: the requested page, or the one that requested a resource. */
export function returnTo({ request, url }: { request: Request; url: URL }): string {
  if (!isResourcePath(url.pathname)) return url.pathname + url.search;
  const asking = request.headers.get("Referer");
  if (asking === null || !URL.canParse(asking)) return HOME;
  const { origin, pathname, search } = new URL(asking);
  return origin === url.origin && !isResourcePath(pathname)
    ? safeRedirect(pathname + search, HOME)
    : HOME;
}

function isResourcePath(pathname: string): boolean {
  return RESOURCE_PATHS.some((path) => matchPath(path, pathname) !== null);
}
