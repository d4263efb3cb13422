import { Suspense } from "react";
import { backend } from "#app/backend.server.ts";
import { UnsavedGuard } from "#app/forms/unsaved-guard.tsx";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { equipmentOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { isOfControls } from "./controls/list-controls.ts";
import { CHANGES_PAGE, readParamFilter } from "./param-data.ts";
import { ParamView } from "./param-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.parameters" }] };

const NO_CHANGES = { total: 0, list: [], faults: 0 };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const opened = await openSite(args);
  const { role, owner, key: siteKey } = opened;
  const actor = { role, owner, demo, share: false };
  const may = {
    configure: can(actor, "configure"),
    control: can(actor, "control"),
    update: can(actor, "updateFirmware"),
    lock: can(actor, "lockSettings"),
    setPassword: can(actor, "editAdvancedPassword"),
  };
  const filter = readParamFilter(args.url.searchParams);
  const register = registerAddress.safeParse(filter.register ?? "").data;
  const [{ settings, guards, update, ...locks }, { total, ...changes }] = await Promise.all([
    callForPage(args, "POST /site/v2/setting/list", { siteKey }),
    may.configure
      ? callForPage(args, "POST /site/v2/setting/changes", {
          siteKey,
          page: filter.page,
          size: CHANGES_PAGE,
          ...(register !== undefined && { address: register }),
        })
      : NO_CHANGES,
  ]);
  const addresses = orderDevices(settings.map(({ address }) => equipmentOf(address)));
  const device = addresses.find((one) => one === filter.device) ?? addresses[0] ?? null;
  return {
    filter: { ...filter, register: register ?? null },
    site: {
      key: siteKey,
      search: siteSearch(opened),
      name: opened.name,
      timeZone: opened.timeZone.timeZoneId,
      systemType: opened.systemType,
    },
    now: args.context.get(backend).context.now(),
    may,
    locks,
    update,
    devices: addresses.map((address) => ({
      address,
      count: settings.filter((one) => equipmentOf(one.address) === address).length,
    })),
    device,
    settings: settings.filter(({ address }) => equipmentOf(address) === device),
    controls: may.control ? settings.filter(isOfControls) : [],
    guards,
    changes: { ...changes, total, pages: Math.max(1, Math.ceil(total / CHANGES_PAGE)) },
  };
}

/** The site as a whole has the fewest settings and comes last. */
function orderDevices(addresses: readonly string[]): string[] {
  const devices = [...new Set(addresses)];
  const isSite = (address: string) => address === SITE_EQUIPMENT;
  return [...devices.filter((one) => !isSite(one)), ...devices.filter(isSite)];
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function ParamRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <ParamPage {...loaderData} />
    </Suspense>
  );
}

function ParamPage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("param", "parameters", "registers");
  const { t } = useTranslation("param");
  return (
    <>
      <PageTitle page={`${t("title")} · ${data.site.name}`} />
      <UnsavedGuard />
      <ParamView {...data} />
    </>
  );
}
