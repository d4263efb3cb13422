import { Grid } from "@chakra-ui/react";
import { Suspense } from "react";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { SiteTotals } from "../frame/site-totals.tsx";
import type { loader as siteLoader } from "../layout.tsx";
import { InverterControl } from "./control/inverter-control.tsx";
import { RecentCommands } from "./control/recent-commands.tsx";
import { SiteFacts } from "./site-facts.tsx";
import { StatusPanel } from "./status-panel.tsx";
import type { Overview } from "./today/use-overview.ts";

const EquipmentTree = lazyComponent(() => import("./tree/equipment-tree.tsx"), {
  reportErrors: false,
});

export type SecondaryProps = Pick<
  Awaited<ReturnType<typeof siteLoader>>,
  "site" | "now" | "mayControl" | "mayViewCommands" | "mayScale"
> & {
  /** Null before the first answer. */
  overview: Overview | null;
};

/** The overview below its first screen: status, control, totals, surroundings and equipment. */
export default function Below({
  site,
  now,
  mayControl,
  mayViewCommands,
  mayScale,
  overview,
}: SecondaryProps) {
  return (
    <>
      <Grid
        templateColumns={{
          base: "minmax(0, 1fr)",
          md: "repeat(2, minmax(0, 1fr))",
          xl: "repeat(auto-fit, minmax(18rem, 1fr))",
        }}
        gap={{ base: "3", lg: "4" }}
        alignItems="start"
      >
        <StatusPanel status={site.status} overview={overview} />
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
      <Suspense>
        <EquipmentTree timeZone={site.timeZone} />
      </Suspense>
    </>
  );
}
