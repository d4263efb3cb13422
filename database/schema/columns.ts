import { integer } from "drizzle-orm/sqlite-core";

/** A column for an instant, ms UTC. */
export const instant = (name: string) => integer(name);
/** A column for a boolean, stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" });
