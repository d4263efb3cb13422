import { data } from "react-router";
import { call, refusalOf } from "../../../backend.server.ts";
import { readTexts } from "../../../forms/read-form.server.ts";
import { callForPage, openSite, requireUser } from "../../../guard.server.ts";
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
  const read = await readTexts(args.request);
  const step = read("step");
  const id = Number(read("id"));
  const flag = read("on") === "1" ? 1 : 0;
  const { context } = args;
  try {
    if (step === "add") await call(context, "POST /site/v2/share/add", { siteId });
    if (step === "renew") await call(context, "POST /site/v2/share/renew", { id, siteId });
    if (step === "delete") await call(context, "POST /site/v2/share/delete", { id, siteId });
    if (step === "password") {
      const input = { id, siteId, password: read("password"), protection: flag } as const;
      await call(context, "POST /site/v2/share/updatePassword", input);
    }
    if (step === "locationHide")
      await call(context, "POST /site/v2/share/locationHide", { id, siteId, locationHide: flag });
    if (step === "showWorld")
      await call(context, "POST /site/v2/share/showWorld", { id, siteId, showWorld: flag });
    return { step, on: flag, problem: null };
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return data({ step, on: flag, problem }, { status: problem.code === "tooFast" ? 429 : 422 });
  }
}
