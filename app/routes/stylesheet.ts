import { YEAR_S } from "#domain/units/durations.ts";
import { readStylesheet } from "../theme/stylesheet.server.ts";
import type { Route } from "./+types/stylesheet";

/** Serves the stylesheet. A page of an older release gets the current one, which is not cached. */
export function loader({ url }: Route.LoaderArgs): Response {
  const { path, text } = readStylesheet();
  const lasting = url.pathname === path;
  return new Response(text, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": lasting ? `public, max-age=${YEAR_S}, immutable` : "no-cache",
    },
  });
}
