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
import type { loader as siteLoader } from "../layout.tsx";
import type { Route } from "./+types/page";
import { Attention } from "./attention.tsx";
import type { SecondaryProps } from "./below.tsx";
import { FlowCard } from "./flow/flow-card.tsx";
import { TodayCard } from "./today/today-card.tsx";
import { useOverview } from "./today/use-overview.ts";

const Below = lazyComponent(() => import("./below.tsx"), { reportErrors: false });

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
        <Secondary
          site={site}
          now={now}
          mayControl={mayControl}
          mayViewCommands={mayViewCommands}
          mayScale={mayScale}
          overview={overview}
        />
      </Rest>
    </>
  );
}

/** The content below the first screen, which is loaded after the connection has settled. */
function Secondary(props: SecondaryProps) {
  if (!useConnectionSettled()) return null;
  return (
    <Suspense>
      <Below {...props} />
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
  // Until its content is loaded, so that no scroll bar appears beside the first screen later.
  "&:empty": { minH: "100vh" },
});
