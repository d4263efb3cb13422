import { data } from "react-router";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { requireUser } from "../guard.server.ts";
import { ErrorMessage } from "../ui/error-page.tsx";
import type { Route } from "./+types/not-found";

/** An unknown address redirects signed-out users to the login; signed-in users get a 404. */
export function loader(args: Route.LoaderArgs) {
  requireUser(args);
  return data(null, { status: PROBLEM_STATUS.notFound });
}

export default function NotFound() {
  return <ErrorMessage kind="notFound" status={PROBLEM_STATUS.notFound} />;
}
