import { redirect } from "react-router";
import type { Route } from "./+types/index";
import { requireOperator } from "./require-operator.server.ts";

export function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return redirect("/platform/rules");
}

/** Without a component, others than operators would get an empty answer instead of the page of a missing address. */
export default function Index() {
  return null;
}
