import type { Context } from "../context.ts";
import type { RolloutAuthor } from "./author.ts";

/** A site of a rollout, as the job passes it to the task. */
export type TaskSite = {
  siteId: number;
  /** Id of the update or change; a repeated id begins nothing anew. */
  ref: string;
  /** The change whose values are written back; null if the rollout undoes nothing. */
  undoRef: string | null;
};

/** Whether a task can begin at a site; `dangers` require the second confirmation. */
export type TaskCheck = { reason: string | null; dangers: readonly string[] };

/** How a task goes on: `next` needs another id, because further equipment of the site is to be updated. */
export type TaskProgress =
  | { kind: "working" }
  | { kind: "done" }
  | { kind: "next" }
  | { kind: "failed"; reason: string };

/** The work of a rollout at one site. Each step calls the object of the site. */
export interface SiteTask {
  /** Checks without any change. */
  check(context: Context, site: TaskSite, author: RolloutAuthor): Promise<TaskCheck>;
  /** Whether the object of the site has begun this id, also in a step whose answer was lost. */
  hasBegun(context: Context, site: TaskSite): Promise<boolean>;
  /** Begins the task. @returns why it does not begin; null if it did */
  begin(context: Context, site: TaskSite, author: RolloutAuthor): Promise<string | null>;
  /** Reads the progress. It is read once more after the period of health: a device may put back a value. */
  read(context: Context, site: TaskSite): Promise<TaskProgress>;
  /** Time within which a site has to report its end, ms. */
  lifetimeMs: number;
}

/** Reasons for which a site is left out instead of failing: it already has what the rollout brings. */
export const NOTHING_TO_DO: ReadonlySet<string> = new Set(["notModified", "notNewer", "nothing"]);
