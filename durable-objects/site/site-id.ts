import { z } from "zod";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "siteId";
const siteId = z.int();

/** Returns the site's id; null before the first request. */
export function readSiteId(kv: KeyValueStore): number | null {
  return kv.read(KEY, siteId) ?? null;
}

/** Stores the site's id, which the Worker sends with each upgrade. */
export function writeSiteId(kv: KeyValueStore, id: number): void {
  kv.write(KEY, id);
}
