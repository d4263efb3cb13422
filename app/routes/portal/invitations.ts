import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { describeZone } from "#domain/history/zone-offsets.ts";
import { call, refusalOf } from "../../backend.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { callForPage } from "../../guard.server.ts";
import type { Route } from "./+types/invitations";

/** The user's invitations, requested by the list of sites after it is shown. */
export async function loader(args: Route.LoaderArgs) {
  const { list } = await callForPage(args, "POST /site/v2/user/invitations", {});
  return { list: list.map((one) => ({ ...one, zoneRules: describeZone(one.timeZoneId) })) };
}

/** Accepts or declines an invitation. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = Number(form.get("id"));
  const path = form.get("intent") === "accept" ? "accept" : "decline";
  try {
    const answer = await call(context, `POST /site/v2/user/${path}`, { id });
    return data({ id, problem: null, effectiveAt: answer?.effectiveAt ?? null }, { status: 200 });
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return data({ id, problem: problem.message, effectiveAt: null }, { status: 422 });
  }
}

/** Not revalidated with the list of sites. */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined;
}
