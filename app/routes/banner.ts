import { performForm } from "../forms/perform-form.server.ts";
import { textOf } from "../forms/read-form.server.ts";
import { callForPage, requireUser } from "../guard.server.ts";
import type { Route } from "./+types/banner";

/** Stores the banner that the editor sends: for the site in the address, or for the signed-in user. */
export async function action(args: Route.ActionArgs) {
  requireUser(args);
  const save = async (form: FormData) => {
    const siteKey = args.url.searchParams.get("key");
    const banner = readBanner(textOf(form, "banner"));
    if (siteKey === null) await callForPage(args, "POST /user/v2/updateBanner", banner);
    else await callForPage(args, "POST /site/v2/updateBanner", { ...banner, siteKey });
    // The editor may send the user's profile picture as well.
    if (form.has("header"))
      await callForPage(args, "POST /user/v2/updateHeader", { header: textOf(form, "header") });
    return {};
  };
  return performForm(args, { save });
}

/** The operation validates the banner; malformed JSON is treated as empty. */
function readBanner(text: string) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
