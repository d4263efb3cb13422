/*
 * Tables and columns of D1 that keep an older name. An older release runs on the same schema between migration and
 * upload and after a rollback, so they cannot be renamed (docs/decisions/0081).
 *
 * | in D1                      | in the code                                                        |
 * |----------------------------|--------------------------------------------------------------------|
 * | `tries`                    | `rateLimitAttempts`                                                |
 * | `codes.tries`              | `codes.wrongAttempts`                                              |
 * | `right_changes`            | `membershipChanges`                                                |
 * | `untold_ends`              | `pendingRevocations`                                               |
 * | `untold_unlinks`           | `pendingUnlinks`                                                   |
 * | `sites.figures_at`         | `sites.figuresAt`, as in the API: when the last metrics were taken |
 * | `sites.feed_in_price`      | `sites.feedInPrice`, as in the API: the export tariff              |
 * | `users.rights_version`     | `users.rightsVersion`: incremented with every revocation           |
 */
import { integer } from "drizzle-orm/sqlite-core";

/** A column for an instant, ms UTC. */
export const instant = (name: string) => integer(name);
/** A column for a boolean, stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" });
