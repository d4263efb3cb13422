import type { ShouldRevalidateFunctionArgs } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { describeZone } from "#domain/history/zone-offsets.ts";
import type { Route } from "./+types/invitations";

/** The user's invitations and pending transfers of ownership, requested by the list of sites after it is shown. */
export async function loader(args: Route.LoaderArgs) {
  const answer = await callForPage(args, "POST /site/v2/user/invitations", {});
  const withZone = <One extends { timeZoneId: string }>(one: One) => ({
    ...one,
    zoneRules: describeZone(one.timeZoneId),
  });
  return { list: answer.list.map(withZone), transfers: answer.transfers.map(withZone) };
}

/** Accepts or declines an invitation. */
export async function action(args: Route.ActionArgs) {
  const idIn = (form: FormData) => ({ id: Number(textOf(form, "id")) });
  return performForm(args, {
    async accept(form) {
      await call(args.context, "POST /site/v2/user/accept", idIn(form));
      return {};
    },
    async decline(form) {
      await call(args.context, "POST /site/v2/user/decline", idIn(form));
      return {};
    },
  });
}

/** Not revalidated with the list of sites. */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined;
}
