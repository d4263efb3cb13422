import type { SiteView } from "#protocol/viewer/apply-changes.ts";
import type { Inside } from "../../../support/site-inside.ts";
import type { WorldViewer } from "../../../support/world/world-viewer.ts";
import type { Command } from "../model/command-model.ts";
import type { Value } from "../model/plain.ts";
import type { SiteModel } from "../model/site-model.ts";
import { decideStatus } from "../model/site-status.ts";

/** Registers and fields that identify the device or its location: not for a share session. */
const IDENTIFYING = ["FFFF000300", "0033110061"];

/** What a page must show at any time. */
export function compareLive({ view, person }: WorldViewer, model: SiteModel): string[] {
  if (view === null) return [];
  const differ = comparer(`${person.name || "share"} sees another`);
  compareValues(differ, view, person.share, model);
  for (const { address, status } of view.equipment)
    if (model.tree.some((piece) => piece.address === address))
      differ.set(`status of ${address}`, status, model.statuses.get(address)?.status);
  return differ.found;
}

/** State that a page must show a moment later: a list that changes fast is sent at intervals. */
export function compareLists({ view, person }: WorldViewer, model: SiteModel): string[] {
  if (view === null) return [];
  const differ = comparer(`${person.name || "share"} sees another`);
  differ.map("error", view.errors.map(errorPair), expectedErrors(model).map(errorPair));
  return differ.found;
}

function compareValues(
  differ: ReturnType<typeof comparer>,
  view: SiteView,
  isShare: boolean,
  model: SiteModel,
): void {
  const shown = [...model.samples.latest].filter(
    ([address]) => !isShare || !IDENTIFYING.includes(address),
  );
  differ.map(
    "value",
    Object.entries(view.values).map(([address, { v }]) => [address, v]),
    shown.map(([address, { value }]) => [address, value]),
  );
}

/** In what a viewer's page differs from the model; empty where it does not. */
export function compareView(viewer: WorldViewer, model: SiteModel): string[] {
  const { view, person } = viewer;
  if (view === null) return ["a viewer sees nothing"];
  const differ = comparer(`${person.name || "share"} sees another`);
  differ.set("online", view.online, true);
  differ.set("site status", view.siteStatus, statusOf(model));
  compareValues(differ, view, person.share, model);
  differ.map("error", view.errors.map(errorPair), expectedErrors(model).map(errorPair));
  differ.map(
    "equipment",
    view.equipment.map(({ address, alias, status, online, serial }) => [
      address,
      [alias, status, online, serial],
    ]),
    model.tree.map(({ address, alias, serial }) => {
      const status = model.statuses.get(address)?.status;
      return [address, [alias, status, status !== "offline", person.share ? undefined : serial]];
    }),
  );
  if (person.share) {
    differ.set("command list", view.commands.length, 0);
    return differ.found;
  }
  const recent = [...model.commands.all.values()].filter(
    ({ state, endedAt }) => state !== "ended" || (endedAt ?? 0) > model.now - 3_000_000,
  );
  const seen = new Map(view.commands.map((record) => [record.commandId, record]));
  for (const command of recent) {
    const found = compareCommand(command, seen.get(command.id));
    if (found !== null) differ.found.push(`${person.name} sees ${found}`);
  }
  return differ.found;
}

/** In what the object's storage differs from the model. */
export function compareStored(inside: Inside, model: SiteModel): string[] {
  const differ = comparer("the store has another");
  const addresses = new Set([...model.samples.stored.keys(), ...Object.keys(inside.values)]);
  for (const address of addresses) {
    const expected = [...(model.samples.stored.get(address) ?? [])].sort(([a], [b]) => a - b);
    differ.map(`series of ${address}:`, inside.stored(address), expected);
  }
  differ.map(
    "newest value",
    Object.entries(inside.values),
    [...model.samples.latest].map(([address, { value }]) => [address, value]),
  );
  differ.map("error", inside.errors.map(errorPair), expectedErrors(model).map(errorPair));
  for (const { address } of model.tree)
    differ.set(
      `status of ${address}`,
      inside.statusOf(address),
      model.statuses.get(address)?.status,
    );
  differ.set("presence", inside.online, true);
  return differ.found;
}

export function statusOf(model: SiteModel): string {
  return decideStatus(
    true,
    model.samples.latest.get("FFFF000170")?.value ?? null,
    model.events.active.map(({ level }) => level),
  );
}

type Record = { state: string; result?: string | undefined; readBack?: Value | undefined };

/** In what a command's record differs from what it must be; null where it does not. */
export function compareCommand(command: Command, record: Record | undefined): string | null {
  const { address, value, state, results, readBack, isReadOnReturn, reported } = command;
  const is = JSON.stringify([record?.state, record?.result ?? null, record?.readBack ?? null]);
  const name = `the command ${address} = ${value} as ${is}`;
  if (record?.state !== state || (record.result ?? null) !== (results[0] ?? null))
    return `${name}, not ${state} ${results[0]}`;
  const given = record.readBack ?? null;
  if (!isReadOnReturn) return given === readBack ? null : `${name}, not read back as ${readBack}`;
  return given !== null && reported.includes(given)
    ? null
    : `${name}, never read back as ${reported}`;
}

function expectedErrors(model: SiteModel) {
  return model.events.active.map(({ address, eventNo, level, message, at }) => ({
    address,
    eventNo,
    eventTrigger: level,
    message: message ?? "",
    at,
  }));
}

function errorPair(error: {
  address: string;
  eventNo: number;
  eventTrigger: string;
  message: string;
  at: number;
}): [string, unknown] {
  const { address, eventNo, eventTrigger, message, at } = error;
  return [`${address}.${eventNo}`, [eventTrigger, message, at]];
}

type Pairs = readonly (readonly [unknown, unknown])[];

function comparer(prefix: string) {
  const found: string[] = [];
  const text = (value: unknown) => JSON.stringify(value ?? null);
  return {
    found,
    set(what: string, is: unknown, wants: unknown) {
      if (text(is) !== text(wants))
        found.push(`${prefix} ${what}: ${text(is)}, not ${text(wants)}`);
    },
    map(what: string, is: Pairs, wants: Pairs) {
      const held = new Map(is.map(([key, value]) => [text(key), value]));
      for (const [key, value] of wants) {
        const name = text(key);
        if (!held.has(name)) found.push(`${prefix} ${what} ${name}: none, not ${text(value)}`);
        else this.set(`${what} ${name}`, held.get(name), value);
        held.delete(name);
      }
      for (const [name, value] of held)
        found.push(`${prefix} ${what} ${name}: ${text(value)}, which was never sent`);
    },
  };
}
