import { data } from "react-router";
import { requireUser } from "../guard.server.ts";
import { ErrorMessage } from "../ui/error-page.tsx";
import type { Route } from "./+types/not-found";

/** An unknown address redirects signed-out users to the login; signed-in users get a 404. */
export function loader(args: Route.LoaderArgs) {
  requireUser(args);
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <ErrorMessage kind="notFound" status={404} />;
}
