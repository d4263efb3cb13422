import { Grid } from "@chakra-ui/react";
import { Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import { backend } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { callForPage, type PageArgs, requireUser } from "#app/guard.server.ts";
import { useConnectionSettled } from "#app/live/use-connection-settled.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { SECOND_MS } from "#domain/units/durations.ts";
import { SiteTotals } from "../frame/site-totals.tsx";
import type { loader as siteLoader } from "../layout.tsx";
import type { Route } from "./+types/page";
import { Attention } from "./attention.tsx";
import { InverterControl } from "./control/inverter-control.tsx";
import { RecentCommands } from "./control/recent-commands.tsx";
import { FlowCard } from "./flow/flow-card.tsx";
import { SiteFacts } from "./site-facts.tsx";
import { StatusPanel } from "./status-panel.tsx";
import { TodayCard } from "./today/today-card.tsx";
import { useOverview } from "./today/use-overview.ts";

const EquipmentTree = lazyComponent(() => import("./tree/equipment-tree.tsx"), {
  reportErrors: false,
});

/** How long the page waits for the site's object, ms; afterwards the browser requests the data itself. */
const PATIENCE_MS = 2 * SECOND_MS;

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.realtime" }] };

export async function loader(args: Route.LoaderArgs) {
  requireUser(args);
  return { overview: await readOverview(args) };
}

/** The page is useful without the data, so it does not fail with it; the layout's loader refuses callers without access. */
async function readOverview(args: PageArgs) {
  const { pause } = args.context.get(backend).context;
  const siteKey = args.url.searchParams.get("key") ?? "";
  const read = callForPage(args, "POST /site/v2/chart/overview", { siteKey }).catch(() => null);
  return Promise.race([read, pause(PATIENCE_MS).then(() => null)]);
}

export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, {
    /** Only checks the password of the form, for a control that requires it. */
    async confirm() {
      return {};
    },
  });
}

export default function Realtime({ loaderData }: Route.ComponentProps) {
  const data = useRouteLoaderData<typeof siteLoader>("routes/site/layout");
  const overview = useOverview(data?.site.key ?? "", loaderData.overview);
  if (data === undefined) return null;
  const { site, now, mayControl, mayViewCommands, mayScale } = data;
  return (
    <>
      <PageTitle page={site.name} />
      <Attention
        alarms={overview?.alarms}
        log={`/log${site.search}&state=open`}
        timeZone={site.timeZone}
      />
      <Screen>
        <FlowCard timeZone={site.timeZone} now={now} />
        <TodayCard overview={overview} history={`/chart/history${site.search}`} />
      </Screen>
      <Rest data-below>
        <Grid
          templateColumns={{
            base: "minmax(0, 1fr)",
            md: "repeat(2, minmax(0, 1fr))",
            xl: "repeat(auto-fit, minmax(18rem, 1fr))",
          }}
          gap={{ base: "3", lg: "4" }}
          alignItems="start"
        >
          <StatusPanel status={site.status} />
          {mayControl && <InverterControl siteName={site.name} />}
          {mayViewCommands && <RecentCommands timeZone={site.timeZone} />}
        </Grid>
        <SiteTotals siteKey={site.key} systemCode={site.systemCode} />
        <SiteFacts
          siteKey={site.key}
          position={site.position}
          timeZone={site.timeZone}
          now={now}
          mayScale={mayScale}
        />
        <Tree timeZone={site.timeZone} />
      </Rest>
    </>
  );
}

/** The equipment, whose names of registers are large, is loaded after the connection has settled. */
function Tree({ timeZone }: { timeZone: string }) {
  if (!useConnectionSettled()) return null;
  return (
    <Suspense>
      <EquipmentTree timeZone={timeZone} />
    </Suspense>
  );
}

const Screen = styled("div", {
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  gap: { base: "3", lg: "4" },
  mb: { base: "3", lg: "4" },
});

const Rest = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: { base: "3", lg: "4" },
});
