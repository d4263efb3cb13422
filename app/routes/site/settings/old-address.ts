import { redirect } from "react-router";
import type { Route } from "./+types/old-address";

const MOVED_PERMANENTLY = 301;

/** Redirects from `/settings/look`, the former address of the appearance page. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/settings/appearance${url.search}`, MOVED_PERMANENTLY);
}
