import { z } from "zod";
import { type AttentionRow, readFleet } from "#database/fleet/fleet-overview.ts";
import { can, holdersOf } from "#domain/access/can.ts";
import { type FirmwareLevel, firmwareLevel } from "#domain/firmware/levels.ts";
import { dayOf } from "#domain/history/local-days.ts";
import { STATUS_ORDER } from "#domain/sites/site-list.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { signedIn } from "../access.ts";
import type { Context, Person } from "../context.ts";
import { operation } from "../operation.ts";
import { siteScope } from "../sites/list-sites.ts";
import { fleetExample, fleetOverview } from "./fleet-schema.ts";

/** Maximum number of listed sites that need attention. */
const MAX_ATTENTION = 12;

export const getFleetOverview = operation({
  path: "POST /site/v2/fleet/overview",
  served: "pages",
  writes: false,
  description: {
    summary: "Returns power, energy, states and versions of all of the caller's sites together",
    output: fleetOverview,
    example: { input: {}, output: fleetExample },
  },
  input: z.object({}),
  access: signedIn("listSites"),
  async run({ context, caller }) {
    const { roles } = holdersOf("viewDevices");
    const scope = siteScope(caller, context);
    const fleet = await readFleet(context.database, scope, { roles, limit: MAX_ATTENTION });
    const { statuses, power, days, versions, attention } = fleet;
    const sitesOf = new Map(statuses.map(({ status, sites }) => [status, sites]));
    // The day of a site that has been offline for long is over.
    const today = days.filter(({ timeZone, day }) => day === dayOf(timeZone, scope.now));
    return {
      sites: sum(statuses.map(({ sites }) => sites)),
      online: sum(statuses.map(({ online }) => online)),
      power: {
        sites: power?.sites ?? 0,
        solar: power?.solar ?? 0,
        load: power?.load ?? 0,
        gridImport: power?.gridImport ?? 0,
        gridExport: power?.gridExport ?? 0,
      },
      solarToday: sum(today.map(({ energy }) => energy)),
      states: STATUS_ORDER.map((status) => ({ status, sites: sitesOf.get(status) ?? 0 })),
      firmware: versions.flatMap(({ level, sites }) => {
        const read = readLevel(level);
        if (read === null) return [];
        const [type, component, version] = read;
        return [{ type, component, version, sites }];
      }),
      attention: {
        total: attention[0]?.total ?? 0,
        list: attention.map((site) => describeAttention(site, caller.person, context)),
      },
    };
  },
});

function describeAttention(site: AttentionRow, { id, demo }: Person, { keys }: Context) {
  return {
    key: sealSiteKey(keys, id, site.id),
    roleKey: sealRoleKey(keys, id, site.role),
    name: site.name,
    timeZoneId: site.timeZone,
    status: site.status,
    alarmStatus: site.alarm,
    since: site.since === null ? null : (site.statusSince ?? site.since),
    // The permission does not depend on who owns the site.
    hasLog: can({ role: site.role, owner: false, demo, share: false }, "viewAlarmLog"),
  };
}

function readLevel(text: string): FirmwareLevel | null {
  return firmwareLevel.safeParse(JSON.parse(text)).data ?? null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
