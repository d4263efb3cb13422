import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { splitAddresses } from "#domain/users/email-address.ts";
import type { Route } from "./+types/administrators";

/** The user's contacts, requested by the dialog that assigns administrators. */
export async function loader(args: Route.LoaderArgs) {
  return callForPage(args, "POST /user/v2/groupuser/get", {});
}

export type AssignedSites = {
  assigned: {
    results: Record<"done" | "forbidden" | "notFound", number>;
    /** Number of sites whose list of users is full. */
    full: number;
    counts: Record<"changed" | "invited", number>;
  };
};

/** Assigns administrators to several sites, or removes them. */
export async function action(args: Route.ActionArgs) {
  return performForm<AssignedSites>(args, {
    assign: (form) => changeSites(form, args, "assign"),
    remove: (form) => changeSites(form, args, "remove"),
  });
}

async function changeSites(
  form: FormData,
  { context }: Route.ActionArgs,
  operation: "assign" | "remove",
): Promise<AssignedSites> {
  const numbers = (name: string) => form.getAll(name).map(Number);
  const typed = splitAddresses(textOf(form, "emails"));
  const siteIds = numbers("siteId");
  const users = [...numbers("user"), ...typed];
  const { sites } = await call(context, "POST /site/v2/user/batchOpera", {
    siteIds,
    users,
    operation,
  });
  const count = (wanted: string) => sites.filter(({ result }) => result === wanted).length;
  const sum = (of: "changed" | "invited") => sites.reduce((all, site) => all + site[of], 0);
  return {
    assigned: {
      results: { done: count("done"), forbidden: count("forbidden"), notFound: count("notFound") },
      full: count("full"),
      counts: { changed: sum("changed"), invited: sum("invited") },
    },
  };
}
