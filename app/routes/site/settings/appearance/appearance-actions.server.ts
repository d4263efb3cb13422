import { problemOf } from "../../../../backend.server.ts";
import { readForm, textOf } from "../../../../forms/read-form.server.ts";
import { callForPage, requireUser } from "../../../../guard.server.ts";
import type { Route } from "../+types/appearance";
import type { AppearanceResult } from "./appearance-result.ts";

type Asked = Route.ActionArgs;
/** What a form says, and the site of the address. */
type Said = { siteKey: string; text(name: string): string };
type Action = (asked: Asked, said: Said) => Promise<unknown>;

/** The operations check them, as they do everybody's. */
const ACTIONS: Readonly<Record<string, Action>> = {
  addPicture: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/gallery/add", { siteKey, image: text("image") }),
  deletePicture: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/gallery/delete", { siteKey, id: Number(text("id")) }),
  addTag: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/tag/add", { siteKey, name: text("name") }),
  deleteTag: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/tag/delete", { siteKey, name: text("name") }),
  addConfig: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/config/add", {
      siteKey,
      option: text("option") as OptionName,
      value: text("value"),
    }),
  updateConfig: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/config/update", {
      siteKey,
      id: Number(text("id")),
      value: text("value"),
    }),
  deleteConfig: (asked, { siteKey, text }) =>
    callForPage(asked, "POST /site/v2/config/delete", { siteKey, id: Number(text("id")) }),
};

type OptionName = Parameters<typeof callForPage<"POST /site/v2/config/add">>[2]["option"];

/** What the form asked for; null where it asked for nothing there is. */
export async function perform(asked: Asked): Promise<AppearanceResult | null> {
  requireUser(asked);
  const form = await readForm(asked.request);
  const text = (name: string) => textOf(form, name);
  const intent = text("intent");
  const action = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
  if (action === undefined) return null;
  try {
    await action(asked, { siteKey: asked.url.searchParams.get("key") ?? "", text });
    return { problem: null };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem === null || problem.code === "fault") throw thrown;
    return { problem };
  }
}
