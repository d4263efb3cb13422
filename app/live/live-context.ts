import { createContext, useContext, useSyncExternalStore } from "react";
import type { RegisterValue } from "#domain/registers/register.ts";
import { knownState, type LiveSite } from "./live-site.ts";
import type { LiveStore } from "./live-store.ts";

/** Connection of the site to which the page belongs. */
export type Live = {
  store: LiveStore;
  /** Requests that the site writes a register. */
  control(address: string, value: RegisterValue): void;
  /** Connects at once, without waiting for the next attempt. */
  connectNow(): void;
};

export const LiveContext = createContext<Live | null>(null);

export function useLiveConnection(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("outside the layout of a site");
  return live;
}

/** Selects a part of the site's state; the component renders again only when this part changes. */
export function useLive<Part>(select: (site: LiveSite) => Part): Part {
  const { store } = useLiveConnection();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.read()),
    () => select(store.first),
  );
}

/** Latest known value of an address: null if the site has none, undefined before the first data of the site. */
export function useLiveValue(address: string): RegisterValue | undefined {
  return useLive((site) => knownState(site)?.values[address]?.v);
}
