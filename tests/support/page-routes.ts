import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** Every address that there is a page or a door at, by the portal's own list; one that is in no list, too. */
export async function listPagePaths(): Promise<string[]> {
  const listed = (await routes).flatMap(pathsOf);
  return listed.map((path) => `/${path.replace("*", "no/such/page").replace(":name", "none.css")}`);
}

function pathsOf({ path, index, children = [] }: RouteConfigEntry): string[] {
  const own = path !== undefined ? [path] : index ? [""] : [];
  const within = children.flatMap(pathsOf).map((child) => (path ? `${path}/${child}` : child));
  return [...own, ...within];
}
