import { refusalOf } from "../../../../backend.server.ts";
import { readForm, textOf } from "../../../../forms/read-form.server.ts";
import { callForPage, requireUser } from "../../../../guard.server.ts";
import type { Route } from "../+types/appearance";
import type { AppearanceResult } from "./appearance-result.ts";

type ActionArgs = Route.ActionArgs;
/** Reads a form's fields; `siteKey` comes from the address. */
type FormFields = { siteKey: string; text(name: string): string };
type Action = (args: ActionArgs, fields: FormFields) => Promise<unknown>;

/** The operations validate the fields. */
const ACTIONS: Readonly<Record<string, Action>> = {
  addPicture: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/gallery/add", { siteKey, image: text("image") }),
  deletePicture: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/gallery/delete", { siteKey, id: Number(text("id")) }),
  addTag: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/tag/add", { siteKey, name: text("name") }),
  deleteTag: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/tag/delete", { siteKey, name: text("name") }),
  addConfig: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/config/add", {
      siteKey,
      option: text("option") as OptionName,
      value: text("value"),
    }),
  updateConfig: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/config/update", {
      siteKey,
      id: Number(text("id")),
      value: text("value"),
    }),
  deleteConfig: (args, { siteKey, text }) =>
    callForPage(args, "POST /site/v2/config/delete", { siteKey, id: Number(text("id")) }),
};

type OptionName = Parameters<typeof callForPage<"POST /site/v2/config/add">>[2]["option"];

/**
 * Performs the form's intent.
 * @returns null if the intent is unknown
 */
export async function perform(args: ActionArgs): Promise<AppearanceResult | null> {
  requireUser(args);
  const form = await readForm(args.request);
  const text = (name: string) => textOf(form, name);
  const intent = text("intent");
  const action = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
  if (action === undefined) return null;
  try {
    await action(args, { siteKey: args.url.searchParams.get("key") ?? "", text });
    return { problem: null };
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return { problem };
  }
}
