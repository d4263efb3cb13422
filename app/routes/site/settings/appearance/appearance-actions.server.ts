import { type FormAction, performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import type { Route } from "../+types/appearance";

type Args = Route.ActionArgs;
type OptionName = Parameters<typeof callForPage<"POST /site/v2/config/add">>[2]["option"];

const keyOf = ({ url }: Args) => url.searchParams.get("key") ?? "";
const idOf = (form: FormData) => Number(textOf(form, "id"));

/** The operations validate the fields. */
const ACTIONS: Readonly<Record<string, FormAction<object, Args>>> = {
  async addPicture(form, args) {
    const picture = { siteKey: keyOf(args), image: textOf(form, "image") };
    await callForPage(args, "POST /site/v2/gallery/add", picture);
    return {};
  },
  async deletePicture(form, args) {
    const picture = { siteKey: keyOf(args), id: idOf(form) };
    await callForPage(args, "POST /site/v2/gallery/delete", picture);
    return {};
  },
  async addTag(form, args) {
    const tag = { siteKey: keyOf(args), name: textOf(form, "name") };
    await callForPage(args, "POST /site/v2/tag/add", tag);
    return {};
  },
  async deleteTag(form, args) {
    const tag = { siteKey: keyOf(args), name: textOf(form, "name") };
    await callForPage(args, "POST /site/v2/tag/delete", tag);
    return {};
  },
  async addConfig(form, args) {
    const option = textOf(form, "option") as OptionName;
    const config = { siteKey: keyOf(args), option, value: textOf(form, "value") };
    await callForPage(args, "POST /site/v2/config/add", config);
    return {};
  },
  async updateConfig(form, args) {
    const config = { siteKey: keyOf(args), id: idOf(form), value: textOf(form, "value") };
    await callForPage(args, "POST /site/v2/config/update", config);
    return {};
  },
  async deleteConfig(form, args) {
    const config = { siteKey: keyOf(args), id: idOf(form) };
    await callForPage(args, "POST /site/v2/config/delete", config);
    return {};
  },
};

/** Performs a form of the page. */
export async function perform(args: Args) {
  requireUser(args);
  return performForm(args, ACTIONS);
}
