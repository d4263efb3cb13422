import { redirect } from "react-router";
import type { Route } from "./+types/index";
import { openSettings } from "./open-settings.server.ts";

/** Redirects to the first settings page that the user may open. */
export async function loader(args: Route.LoaderArgs) {
  const { tabs } = await openSettings(args);
  return redirect(`/settings/${tabs[0]}${args.url.search}`);
}
