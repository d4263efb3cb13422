import { type LiveSite, UNKNOWN_SITE } from "./live-site.ts";

/** State of a live site outside React: each change creates one new snapshot. */
export type LiveStore = {
  /** State with which the server rendered the page. */
  first: LiveSite;
  read(): LiveSite;
  subscribe(changed: () => void): () => void;
  update(change: (site: LiveSite) => LiveSite): void;
};

/** Creates a store that begins with the state of the rendered page. */
export function createLiveStore(first: LiveSite = UNKNOWN_SITE): LiveStore {
  let site = first;
  const listeners = new Set<() => void>();
  return {
    first,
    read: () => site,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    update(change) {
      const next = change(site);
      if (next === site) return;
      site = next;
      for (const changed of [...listeners]) changed();
    },
  };
}
