import { Grid, GridItem } from "@chakra-ui/react";
import { useRouteLoaderData } from "react-router";
import { performForm } from "#app/forms/perform-form.server.ts";
import { requireUser } from "#app/guard.server.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import type { loader as siteLoader } from "../layout.tsx";
import type { Route } from "./+types/page";
import { InverterControl } from "./control/inverter-control.tsx";
import { RecentCommands } from "./control/recent-commands.tsx";
import { FlowCard } from "./flow/flow-card.tsx";
import { SiteFacts } from "./site-facts.tsx";
import { StatusPanel } from "./status-panel.tsx";
import { EquipmentTree } from "./tree/equipment-tree.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.realtime" }] };

export async function action(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, {
    /** Only checks the password of the form, for a control that requires it. */
    async confirm() {
      return {};
    },
  });
}

export default function Realtime() {
  const data = useRouteLoaderData<typeof siteLoader>("routes/site/layout");
  if (data === undefined) return null;
  const { site, now, mayControl, mayViewCommands, mayScale } = data;
  return (
    <>
      <PageTitle page={site.name} />
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 22rem" }}
        gap={{ base: "4", lg: "5" }}
        mb={{ base: "4", lg: "5" }}
      >
        <FlowCard timeZone={site.timeZone} />
        <Grid
          templateColumns={{
            base: "minmax(0, 1fr)",
            md: "repeat(2, minmax(0, 1fr))",
            xl: "minmax(0, 1fr)",
          }}
          gap={{ base: "4", lg: "5" }}
          alignContent="start"
        >
          <GridItem rowSpan={mayControl ? { md: 2, xl: 1 } : 1}>
            <StatusPanel status={site.status} />
          </GridItem>
          {mayControl && <InverterControl siteName={site.name} />}
          {mayViewCommands && <RecentCommands timeZone={site.timeZone} />}
        </Grid>
      </Grid>
      <SiteFacts
        siteKey={site.key}
        position={site.position}
        timeZone={site.timeZone}
        now={now}
        mayScale={mayScale}
      />
      <EquipmentTree timeZone={site.timeZone} />
    </>
  );
}
