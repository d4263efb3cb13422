import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import type { SignalName } from "#app/theme/palette.ts";
import type { RolloutStatus, SiteState } from "#domain/rollouts/states.ts";

export type RolloutPage = ApiAnswer<"POST /site/v2/rollout/list">;
export type ListedRollout = RolloutPage["list"][number];
export type WaitingRollout = RolloutPage["waiting"][number];
export type Rollout = ApiAnswer<"POST /site/v2/rollout/get">;
export type RolloutSite = Rollout["list"][number];
type SiteChoices = ApiAnswer<"POST /site/v2/rollout/listSites">;
export type SiteChoice = SiteChoices["list"][number];
/** Numbers of all of the user's sites by status. */
export type StatusCounts = SiteChoices["statuses"];
export type ReleaseChoice = ApiAnswer<"POST /site/v2/rollout/listReleases">["list"][number];
export type TaskItem = ListedRollout["settings"][number];
export type TaskKind = ListedRollout["task"]["kind"];

/** Results of the page's forms beside their problem. */
export type RolloutExtra = {
  /** The rollout that a form has prepared. */
  rolloutId: number;
  /** Sites that are in another open rollout. */
  openSiteIds: readonly number[];
};
export type RolloutResult = FormResult<RolloutExtra>;

/** Rollouts on one page of the list, and sites on one page of a rollout. */
export const ROLLOUTS_PAGE = 20;
export const SITES_PAGE = 25;

/** How a site of a rollout looks; states that mean the same to a reader share a look. */
export const LOOKS = ["pending", "working", "watching", "succeeded", "failed", "skipped"] as const;
export type Look = (typeof LOOKS)[number];

/** States of the sites with a look. */
export const STATES_OF_LOOK: Readonly<Record<Look, readonly SiteState[]>> = {
  pending: ["unchecked", "pending"],
  working: ["starting", "working"],
  watching: ["watching"],
  succeeded: ["succeeded"],
  failed: ["failed"],
  skipped: ["skipped"],
};

export function lookOf(state: SiteState): Look {
  return LOOKS.find((look) => STATES_OF_LOOK[look].includes(state)) ?? "pending";
}

export const STATUS_TONES: Readonly<Record<RolloutStatus, SignalName>> = {
  checking: "info",
  ready: "warning",
  running: "info",
  stopped: "fault",
  completed: "good",
};

/** Part of the page that its address names: the list, a new rollout, or one rollout with a part of its sites. */
export type RolloutAddress =
  | { kind: "list"; page: number }
  | { kind: "new" }
  | { kind: "one"; id: number; look: Look | null; page: number };

export function readRolloutAddress(query: URLSearchParams): RolloutAddress {
  if (query.has("new")) return { kind: "new" };
  const page = wholeNumber(query.get("page")) ?? 1;
  const asked = query.get("id");
  if (asked === null) return { kind: "list", page };
  const look = LOOKS.find((one) => one === query.get("state")) ?? null;
  // A number that no rollout has is not found.
  return { kind: "one", id: wholeNumber(asked) ?? Number.MAX_SAFE_INTEGER, look, page };
}

/** Address of one rollout, with the sites of one look only, or with another page of its sites. */
export function rolloutAddress(id: number, look: Look | null = null, page = 1): string {
  const query = new URLSearchParams({ id: String(id) });
  if (look !== null) query.set("state", look);
  if (page > 1) query.set("page", String(page));
  return `/rollouts?${query}`;
}

export function listAddress(page = 1): string {
  return page > 1 ? `/rollouts?page=${page}` : "/rollouts";
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Whether the state of a rollout still changes by itself. */
export function isMoving({ status, endTime }: Pick<Rollout, "status" | "endTime">): boolean {
  return endTime === null && status !== "ready";
}
