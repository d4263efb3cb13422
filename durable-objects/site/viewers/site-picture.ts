import type { CommandRecord } from "#domain/commands/command-record.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type {
  EquipmentError,
  LiveValue,
  StatusPush,
  ViewedEquipment,
  Welcome,
} from "#protocol/viewer/messages.ts";
import type { SiteState } from "../parts.ts";
import type { LoggerClock } from "./logger-clock.ts";
import { isHiddenValue, type Sight, withoutIdentity, withoutMessages } from "./sight.ts";

/** The equipment as somebody sees it. */
export function pictureEquipment(
  site: SiteState,
  { identity }: Sight,
  tree: readonly Equipment[] = site.equipment,
): ViewedEquipment[] {
  return tree.map((piece) => ({
    ...(identity ? piece : withoutIdentity(piece)),
    ...pictureStatus(site, piece.address),
  }));
}

/** The active events as somebody sees them. */
export function pictureErrors(site: SiteState, { identity }: Sight): EquipmentError[] {
  return identity ? [...site.errors] : withoutMessages(site.errors);
}

/** What of a change of status is told. @param addresses of the equipment concerned */
export function pictureChange(site: SiteState, addresses: Iterable<string>): StatusPush {
  const { online, since, siteStatus } = site;
  const equipment = [...addresses].map((address) => ({ address, ...pictureStatus(site, address) }));
  return { online, since, siteStatus, equipment };
}

type Told = {
  role: Welcome["role"];
  loggerClock: LoggerClock;
  /** ms UTC */
  now: number;
  commands: CommandRecord[];
  reconnectJitterMs: number;
};

/** All that a viewer is told once. */
export function pictureSite(site: SiteState, sight: Sight, told: Told): Welcome {
  const { online, since, siteStatus, sampling } = site;
  return {
    status: 200,
    time: told.now,
    role: told.role,
    online,
    since,
    siteStatus,
    equipment: pictureEquipment(site, sight),
    values: pictureValues(site, sight, told),
    errors: pictureErrors(site, sight),
    commands: sight.commands ? told.commands : [],
    sampling,
    reconnectJitterMs: told.reconnectJitterMs,
  };
}

function pictureValues(
  site: SiteState,
  { identity }: Sight,
  { loggerClock, now }: Pick<Told, "loggerClock" | "now">,
): Record<string, LiveValue> {
  const shown = [...site.values].filter(
    ([address, { v }]) => identity || !isHiddenValue(site.equipment, address, v),
  );
  return Object.fromEntries(
    shown.map(([address, value]) => [
      address,
      address === SITE_ADDRESS.loggerClock ? loggerClock.dated(value, now) : value,
    ]),
  );
}

function pictureStatus(site: SiteState, address: string) {
  const status = site.statusOf(address) ?? null;
  return { status, online: site.online && status !== "offline" };
}
