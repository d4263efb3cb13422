import { Suspense } from "react";
import { backend } from "#app/backend.server.ts";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import { isOfControls } from "../param/controls/list-controls.ts";
import { CHANGES_PAGE } from "../param/param-data.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { RemoteView } from "./remote-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.remote" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const opened = await openSite(args);
  const { role, owner, key: siteKey } = opened;
  const updates = await callForPage(args, "POST /site/v2/equipment/getUpdateInfoBySiteId", {
    siteKey,
  });
  const [{ settings, guards, update: _, ...locks }, changes] = await Promise.all([
    callForPage(args, "POST /site/v2/setting/list", { siteKey }),
    callForPage(args, "POST /site/v2/setting/changes", { siteKey, page: 1, size: CHANGES_PAGE }),
  ]);
  return {
    site: {
      key: siteKey,
      search: siteSearch(opened),
      name: opened.name,
      timeZone: opened.timeZone.timeZoneId,
      systemType: opened.systemType,
      mayLock: can({ role, owner, demo, share: false }, "lockSettings"),
    },
    now: args.context.get(backend).context.now(),
    updates,
    locks,
    controls: settings.filter(isOfControls),
    guards,
    drifts: settings.filter(({ drift }) => drift !== null),
    changes,
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function RemoteRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <RemotePage {...loaderData} />
    </Suspense>
  );
}

function RemotePage(data: Route.ComponentProps["loaderData"]) {
  // The changes and the commands of the equipment have the texts of the parameters.
  usePageTexts("remote", "param", "parameters", "controls", "registers");
  const { t } = useTranslation("remote");
  return (
    <>
      <PageTitle page={`${t("title")} · ${data.site.name}`} />
      <RemoteView {...data} />
    </>
  );
}
