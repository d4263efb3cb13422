import { type LiveSite, UNKNOWN_SITE } from "./live-site.ts";

/** State of a live site outside React: each change creates one new snapshot. */
export type LiveStore = {
  read(): LiveSite;
  subscribe(changed: () => void): () => void;
  update(change: (site: LiveSite) => LiveSite): void;
};

export function createLiveStore(): LiveStore {
  let site = UNKNOWN_SITE;
  const listeners = new Set<() => void>();
  return {
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
