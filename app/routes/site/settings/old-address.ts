import { redirect } from "react-router";
import type { Route } from "./+types/old-address";

const MOVED_PERMANENTLY = 301;

/** `/settings/look` was the address of the appearance page, to which it leads. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/settings/appearance${url.search}`, MOVED_PERMANENTLY);
}
