import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { RolloutTask } from "#domain/rollouts/rollout.ts";
import type { RolloutStatus, SiteState } from "#domain/rollouts/states.ts";
import { flag, instant } from "./columns.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** Rollouts of firmware and of settings to many sites. */
export const rollouts = sqliteTable(
  "rollouts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
    /** The administrator who confirmed it for a second time; null before. */
    approverId: integer("approver_id").references(() => users.id, { onDelete: "set null" }),
    task: text("task", { mode: "json" }).$type<RolloutTask>().notNull(),
    /** Thresholds as given, which are checked at each step. */
    plan: text("plan", { mode: "json" }).$type<unknown>().notNull(),
    /** The rollout whose changes this one undoes. */
    undoes: integer("undoes"),
    status: text("status").$type<RolloutStatus>().notNull(),
    wave: integer("wave").notNull().default(0),
    reason: text("reason"),
    /** Whether its sites or its settings require the second confirmation. */
    needsApproval: flag("needs_approval").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    /** When the first site was begun. */
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** No other run of the job advances it before this instant. */
    leasedUntil: instant("leased_until").notNull().default(0),
  },
  (table) => [
    index("rollouts_author").on(table.authorId, table.id),
    index("rollouts_due").on(table.leasedUntil).where(sql`ended_at is null`),
  ],
);

/** The sites of each rollout, in the order in which they are begun. */
export const rolloutSites = sqliteTable(
  "rollout_sites",
  {
    rolloutId: integer("rollout_id")
      .notNull()
      .references(() => rollouts.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    siteId: integer("site_id")
      .notNull()
      .references(() => sites.id, { onDelete: "cascade" }),
    state: text("state").$type<SiteState>().notNull(),
    /** Why it was left out or failed, or what the check found. */
    reason: text("reason"),
    /** Id of the update or change in progress, or of the last one. */
    ref: text("ref"),
    /** Change whose values an undoing rollout writes back. */
    undoRef: text("undo_ref"),
    begunAt: instant("begun_at"),
    /** When it fails without a response, or when its health is checked. */
    due: instant("due"),
    endedAt: instant("ended_at"),
    /** Whether its rollout is still open; a site is in at most one. */
    isOpen: flag("is_open").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rolloutId, table.position] }),
    uniqueIndex("rollout_sites_open").on(table.siteId).where(sql`is_open = 1`),
    index("rollout_sites_state").on(table.rolloutId, table.state, table.position),
    index("rollout_sites_site").on(table.siteId),
  ],
);
