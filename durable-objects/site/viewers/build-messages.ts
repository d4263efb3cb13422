import type { CommandRecord } from "#domain/commands/command-record.ts";
import { SUCCESS_STATUS } from "#domain/problem.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type {
  EquipmentError,
  LiveValue,
  StatusPush,
  ViewedEquipment,
  Welcome,
} from "#protocol/viewer/messages.ts";
import type { QueryOutcome, RelayedQuery } from "../commands/relayed-query.ts";
import type { SiteState } from "../site-state.ts";
import type { LoggerClock } from "./logger-clock.ts";
import {
  isHiddenValue,
  redactIdentity,
  redactMessages,
  type ViewerVisibility,
} from "./redaction.ts";

/** Returns the equipment as a viewer sees it. */
export function buildEquipment(
  site: SiteState,
  { identity }: ViewerVisibility,
  tree: readonly Equipment[] = site.equipment,
): ViewedEquipment[] {
  return tree.map((piece) => ({
    ...(identity ? piece : redactIdentity(piece)),
    ...statusFor(site, piece.address),
  }));
}

/** Returns the active events as a viewer sees them. */
export function buildErrors(site: SiteState, { identity }: ViewerVisibility): EquipmentError[] {
  return identity ? [...site.errors] : redactMessages(site.errors);
}

/**
 * Returns the push of a changed status.
 * @param addresses of the equipment concerned
 * @param alarmsChanged whether an alarm changed, for a viewer who may know
 */
export function buildStatusPush(
  site: SiteState,
  addresses: Iterable<string>,
  alarmsChanged = false,
): StatusPush {
  const { online, since, siteStatus } = site;
  const equipment = [...addresses].map((address) => ({ address, ...statusFor(site, address) }));
  return { online, since, siteStatus, equipment, ...(alarmsChanged && { alarmsChanged }) };
}

/**
 * Returns the answer to a query of a viewer.
 * @param cmd of the query
 */
export function buildQueryAnswer(
  site: SiteState,
  visibility: ViewerVisibility,
  cmd: RelayedQuery["cmd"],
  { equipment, ...outcome }: QueryOutcome,
): Record<string, unknown> {
  if (cmd !== COMMAND.treeQuery || equipment === undefined)
    return { status: SUCCESS_STATUS, ...outcome };
  return {
    status: SUCCESS_STATUS,
    ...outcome,
    equipment: buildEquipment(site, visibility, site.withAliases(equipment)),
  };
}

type WelcomeContext = {
  role: Welcome["role"];
  loggerClock: LoggerClock;
  /** ms UTC */
  now: number;
  commands: CommandRecord[];
  reconnectJitterMs: number;
};

/** Returns the welcome: the whole state that a viewer sees. */
export function buildWelcome(
  site: SiteState,
  visibility: ViewerVisibility,
  context: WelcomeContext,
): Welcome {
  const { online, since, siteStatus, sampling } = site;
  return {
    status: SUCCESS_STATUS,
    time: context.now,
    role: context.role,
    online,
    since,
    siteStatus,
    equipment: buildEquipment(site, visibility),
    values: buildValues(site, visibility, context),
    errors: buildErrors(site, visibility),
    commands: visibility.commands ? context.commands : [],
    sampling,
    reconnectJitterMs: context.reconnectJitterMs,
  };
}

function buildValues(
  site: SiteState,
  { identity }: ViewerVisibility,
  { loggerClock, now }: Pick<WelcomeContext, "loggerClock" | "now">,
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

function statusFor(site: SiteState, address: string) {
  const status = site.statusOf(address) ?? null;
  return { status, online: site.online && status !== "offline" };
}
