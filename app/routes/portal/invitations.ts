import type { ShouldRevalidateFunctionArgs } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import { describeZone } from "#domain/history/zone-offsets.ts";
import type { Route } from "./+types/invitations";

/** The user's invitations, requested by the list of sites after it is shown. */
export async function loader(args: Route.LoaderArgs) {
  const { list } = await callForPage(args, "POST /site/v2/user/invitations", {});
  return { list: list.map((one) => ({ ...one, zoneRules: describeZone(one.timeZoneId) })) };
}

export type AcceptedTransfer = {
  /** When the user becomes the owner of the site, ms UTC; null if nothing was transferred. */
  effectiveAt: number | null;
};

/** Accepts or declines an invitation. */
export async function action(args: Route.ActionArgs) {
  const idIn = (form: FormData) => ({ id: Number(textOf(form, "id")) });
  return performForm<AcceptedTransfer>(args, {
    async accept(form) {
      const transfer = await call(args.context, "POST /site/v2/user/accept", idIn(form));
      return { effectiveAt: transfer?.effectiveAt ?? null };
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
