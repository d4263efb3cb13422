import { data } from "react-router";
import { refusalOf } from "../backend.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import { callForPage, requireUser } from "../guard.server.ts";
import type { BannerResult } from "../ui/banner/banner-editor.tsx";
import type { Route } from "./+types/banner";

/** Takes what the banner's editor sends: for the site of the address, or for whoever is signed in. */
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

/** The operation checks it, as it does everybody's; what cannot be read is nothing. */
function readBanner(text: FormDataEntryValue | null) {
  try {
    return JSON.parse(String(text)) ?? {};
  } catch {
    return {};
  }
}
