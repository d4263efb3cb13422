import { data } from "react-router";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { requireUser } from "../guard.server.ts";
import { ErrorMessage } from "../ui/error-page.tsx";
import type { Route } from "./+types/not-found";

/** A public page; other unknown addresses redirect signed-out users to the login. */
const PUBLIC_PATH = "/404";

/** Responds with 404. @throws a redirect to the login for a signed-out user */
export function loader(args: Route.LoaderArgs) {
  if (args.url.pathname !== PUBLIC_PATH) requireUser(args);
  return data(null, { status: PROBLEM_STATUS.notFound });
}

export default function NotFound() {
  return <ErrorMessage kind="notFound" status={PROBLEM_STATUS.notFound} />;
}
