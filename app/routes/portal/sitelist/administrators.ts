import { data } from "react-router";
import { call, refusalOf } from "../../../backend.server.ts";
import { readForm } from "../../../forms/read-form.server.ts";
import { callForPage } from "../../../guard.server.ts";
import type { Route } from "./+types/administrators";

/** The user's contacts, requested by the dialog that assigns administrators. */
export async function loader(args: Route.LoaderArgs) {
  return callForPage(args, "POST /user/v2/groupuser/get", {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const numbers = (name: string) => form.getAll(name).map(Number);
  const typed = String(form.get("emails") ?? "")
    .split(/[\s,;]+/)
    .filter((email) => email !== "");
  try {
    const { sites } = await call(context, "POST /site/v2/user/batchOpera", {
      siteIds: numbers("siteId"),
      users: [...numbers("user"), ...typed],
      operation: form.get("intent") === "remove" ? "remove" : "assign",
    });
    const count = (wanted: string) => sites.filter(({ result }) => result === wanted).length;
    const sum = (of: "changed" | "invited") => sites.reduce((all, site) => all + site[of], 0);
    return data({
      problem: null,
      results: { done: count("done"), forbidden: count("forbidden"), notFound: count("notFound") },
      full: count("full"),
      counts: { changed: sum("changed"), invited: sum("invited") },
    });
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return data({ problem, results: null, full: 0, counts: null }, { status: 422 });
  }
}
