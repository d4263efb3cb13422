import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { Setting } from "./setting.ts";

/** Why an item of a change, or all of it, was refused. */
export type Refusal = {
  code: string;
  /** Null if the whole change is refused. */
  address: string | null;
  limit?: Readonly<Record<string, RegisterValue | readonly string[] | undefined>>;
};

/** Results of the page's forms beside their problem. */
export type ParamExtra = {
  refusals: readonly Refusal[];
  change: ChangeRecord;
};
export type ParamResult = FormResult<ParamExtra>;

/** Part of the page that its address chooses. */
export type ParamFilter = {
  device: string | null;
  section: string | null;
  tab: string | null;
  search: string;
  /** Register whose changes are listed; null for those of all. */
  register: string | null;
  /** Page of the changes. */
  page: number;
};

/** Piece of equipment that has settings. */
export type Device = { address: string; count: number };

/** Locks of a site's settings, and what its logger admits. */
export type ParamLocks = {
  isOnline: boolean;
  isLocked: boolean;
  isUnattended: boolean;
  hasRemoteControl: boolean;
  hasPassword: boolean;
  /** Whether the user has to enter the advanced password before changing advanced settings. */
  needsPassword: boolean;
  /** When the advanced password has to be entered again, ms UTC. */
  enteredUntil: number | null;
  features: readonly string[];
  /** State of the lock of the logger's authorisation token. */
  tokenLock: string | null;
  areInvertersOff: boolean | null;
};

export type ParamMay = {
  configure: boolean;
  control: boolean;
  update: boolean;
  lock: boolean;
  setPassword: boolean;
};

export type ParamSite = {
  key: string;
  search: string;
  name: string;
  timeZone: string;
  systemType: string | null;
};

/** A write that a device refuses at present; `until` is when it becomes possible, ms UTC. */
export type Guard = { address: string; value: number; code: string; until: number | null };

/** Update of firmware that has priority over changes; null without one. */
export type PriorUpdate = ApiAnswer<"POST /site/v2/setting/list">["update"];

export type ParamData = {
  site: ParamSite;
  now: number;
  may: ParamMay;
  locks: ParamLocks;
  update: PriorUpdate;
  devices: readonly Device[];
  device: string | null;
  settings: readonly Setting[];
  /** Settings of all equipment that the special controls need. */
  controls: readonly Setting[];
  guards: readonly Guard[];
  changes: { total: number; pages: number; list: readonly ChangeRecord[]; faults: number };
};

/** Changes on one page of the list. */
export const CHANGES_PAGE = 10;

const NAMES = ["device", "section", "tab", "search", "register"] as const;

/** Reads the filter of the page from its address. */
export function readParamFilter(query: URLSearchParams): ParamFilter {
  const text = (name: string) => query.get(name) || null;
  const page = Number(query.get("page") ?? 1);
  return {
    device: text("device"),
    section: text("section"),
    tab: text("tab"),
    search: query.get("search") ?? "",
    register: text("register"),
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  };
}

/** Returns the address of the page with a filter; `search` carries the site's key and role. */
export function paramAddress(search: string, filter: Partial<ParamFilter>): string {
  const query = new URLSearchParams(search);
  for (const name of NAMES) {
    const value = filter[name];
    if (value !== undefined && value !== null && value !== "") query.set(name, value);
  }
  if (filter.page !== undefined && filter.page > 1) query.set("page", String(filter.page));
  return `/param?${query}`;
}
