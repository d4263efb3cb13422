import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import type { Route } from "./+types/sharing";

/** Data and actions of the share dialog. It has no page of its own. */
export async function loader(args: Route.LoaderArgs) {
  requireUser(args);
  const { id } = await openSite(args);
  const share = await callForPage(args, "POST /site/v2/share/getBySiteId", { siteId: id });
  const account = share?.account ?? null;
  const link = account && `${args.url.origin}/share?${new URLSearchParams({ tk: account })}`;
  return share && { ...share, link };
}

/** The dialog requests the record itself when it needs it. */
export const shouldRevalidate = () => false;

export async function action(args: Route.ActionArgs) {
  requireUser(args);
  const { id: siteId } = await openSite(args);
  const { context } = args;
  const shareIn = (form: FormData) => ({ id: Number(textOf(form, "id")), siteId });
  const flagIn = (form: FormData) => (textOf(form, "on") === "1" ? 1 : 0);
  return performForm(args, {
    async add() {
      await call(context, "POST /site/v2/share/add", { siteId });
      return {};
    },
    async renew(form) {
      await call(context, "POST /site/v2/share/renew", shareIn(form));
      return {};
    },
    async delete(form) {
      await call(context, "POST /site/v2/share/delete", shareIn(form));
      return {};
    },
    async password(form) {
      const protection = flagIn(form);
      const input = { ...shareIn(form), password: textOf(form, "password"), protection } as const;
      await call(context, "POST /site/v2/share/updatePassword", input);
      return { values: { on: textOf(form, "on") } };
    },
    async locationHide(form) {
      const input = { ...shareIn(form), locationHide: flagIn(form) } as const;
      await call(context, "POST /site/v2/share/locationHide", input);
      return {};
    },
    async showWorld(form) {
      const input = { ...shareIn(form), showWorld: flagIn(form) } as const;
      await call(context, "POST /site/v2/share/showWorld", input);
      return {};
    },
  });
}
