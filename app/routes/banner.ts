import { data } from "react-router";
import { refusalOf } from "../backend.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { callForPage, requireUser } from "../guard.server.ts";
import type { BannerResult } from "../ui/banner/banner-editor.tsx";
import type { Route } from "./+types/banner";

/** Stores the banner that the editor sends: for the site in the address, or for the signed-in user. */
export async function action(args: Route.ActionArgs) {
  requireUser(args);
  const form = await readForm(args.request);
  const siteKey = args.url.searchParams.get("key");
  const banner = readBanner(form.get("banner"));
  try {
    if (siteKey === null) await callForPage(args, "POST /user/v2/updateBanner", banner);
    else await callForPage(args, "POST /site/v2/updateBanner", { ...banner, siteKey });
    return data<BannerResult>({ problem: null });
  } catch (thrown) {
    const problem = refusalOf(thrown);
    return data<BannerResult>({ problem }, { status: 422 });
  }
}

/** The operation validates the banner; malformed JSON is treated as empty. */
function readBanner(text: FormDataEntryValue | null) {
  try {
    return JSON.parse(String(text)) ?? {};
  } catch {
    return {};
  }
}
