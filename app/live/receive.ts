import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import {
  applyCommand,
  applyEquipment,
  applyErrors,
  applyStatus,
  applyValues,
  markRefused,
  type SiteView,
  viewOf,
} from "#protocol/viewer/apply-changes.ts";
import type { StatusPush, Welcome } from "#protocol/viewer/messages.ts";
import type { LiveSite } from "./live-site.ts";
import {
  readCommand,
  readEquipment,
  readErrors,
  readRefusal,
  readStatus,
  readTaken,
  readValues,
} from "./parse-push.ts";

/**
 * The site as a welcome message describes it.
 * @param now ms of the browser's clock
 */
export function welcomeSite(site: LiveSite, welcome: Welcome, now: number): LiveSite {
  const view = viewOf(welcome);
  return learnClock({
    ...site,
    connection: { kind: "live" },
    view,
    newestAt: newestOf(view),
    serverOffset: welcome.time - now,
    asked: stillAsked(site, view),
  });
}

/** Handles status 400 and 404 of a login: the site counts as offline, and its device time as unknown. */
export function refuseSite(site: LiveSite): LiveSite {
  return { ...site, view: site.view && markRefused(site.view), deviceOffset: 0 };
}

/** Applies a message that the server pushed. A message that is malformed or precedes the welcome changes nothing. */
export function receivePush(site: LiveSite, cmd: number, body: unknown): LiveSite {
  const { view } = site;
  if (view === null) return site;
  const into = <Push>(push: Push | null, apply: (view: SiteView, push: Push) => SiteView) =>
    push === null ? site : { ...site, view: apply(view, push) };
  switch (cmd) {
    case COMMAND.realDataUpdate: {
      const push = readValues(body);
      if (push === null) return site;
      const newestAt = Math.max(site.newestAt ?? 0, push.at);
      return learnClock({ ...site, view: applyValues(view, push), newestAt });
    }
    case COMMAND.eventUpdate:
      return into(readErrors(body), (held, { errors }) => applyErrors(held, errors));
    case COMMAND.statusUpdate:
      return receiveStatus(site, view, readStatus(body));
    case COMMAND.controlAnswer: {
      const next = into(readCommand(body), applyCommand);
      return next.view === null ? next : { ...next, asked: stillAsked(next, next.view) };
    }
    case COMMAND.treeQueryAnswer:
      return into(readEquipment(body), (held, { equipment }) => applyEquipment(held, equipment));
    default:
      return site;
  }
}

function receiveStatus(site: LiveSite, view: SiteView, push: StatusPush | null): LiveSite {
  if (push === null) return site;
  const alarmChanges = site.alarmChanges + (push.alarmsChanged ? 1 : 0);
  return { ...site, view: applyStatus(view, push), alarmChanges };
}

/** The answer to a control that this page asked for; its tag is its command id. */
export function receiveAnswer(site: LiveSite, cmd: number, tag: string, body: unknown): LiveSite {
  const { asked } = site;
  if (asked === null || asked.commandId !== tag) return site;
  const taken = cmd === COMMAND.controlAnswer ? readTaken(body) : null;
  if (taken !== null) return receivePush(site, COMMAND.controlAnswer, taken);
  return { ...site, asked: { ...asked, state: readRefusal(body) } };
}

/** Drops the page's own record of a control once the server has one. */
function stillAsked({ asked }: LiveSite, view: SiteView): LiveSite["asked"] {
  const recorded = view.commands.some(({ commandId }) => commandId === asked?.commandId);
  return recorded ? null : asked;
}

function learnClock(site: LiveSite): LiveSite {
  const clock = site.view?.values[SITE_ADDRESS.loggerClock];
  return typeof clock?.v === "number" ? { ...site, deviceOffset: clock.v - clock.at } : site;
}

function newestOf(view: SiteView): number | null {
  const newest = Object.values(view.values).reduce((latest, { at }) => Math.max(latest, at), 0);
  return newest === 0 ? null : newest;
}
