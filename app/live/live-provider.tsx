import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { loadChunk, untilLoaded } from "../load-chunk.ts";
import { type Live, LiveContext } from "./live-context.ts";
import { type LastKnown, UNKNOWN_SITE, withLastKnown } from "./live-site.ts";
import { createLiveStore } from "./live-store.ts";
import type { ViewerLink } from "./viewer-link.ts";

/** The cryptography is not needed to render the page, so it is loaded in parallel as soon as this module runs. */
const linkModule = import.meta.env.SSR
  ? null
  : untilLoaded(() => loadChunk(() => import("./viewer-link.ts")));

type LiveProviderProps = {
  siteKey: string;
  /** Reference of the share session if the site is viewed through its share link. */
  shareRef?: string;
  /** State of the site when the page was rendered; null if it is unknown. */
  lastKnown?: LastKnown | null;
  children: ReactNode;
};

/** Holds the connection of one site while its pages are open; leaving the site closes it. */
export function LiveProvider({ siteKey, shareRef, lastKnown = null, children }: LiveProviderProps) {
  const { language } = useTranslation().i18n;
  const link = useRef<ViewerLink>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another site requires another store
  const store = useMemo(() => createLiveStore(withLastKnown(UNKNOWN_SITE, lastKnown)), [siteKey]);
  useEffect(() => {
    let left = false;
    const woken = () => document.visibilityState === "visible" && link.current?.checkConnection();
    const online = () => link.current?.connect();
    void linkModule?.then(({ linkViewer }) => {
      if (left) return;
      link.current = linkViewer({ siteKey, shareRef }, language, store);
      link.current.connect();
    });
    document.addEventListener("visibilitychange", woken);
    addEventListener("online", online);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", woken);
      removeEventListener("online", online);
      link.current?.leave();
      link.current = null;
    };
  }, [siteKey, shareRef, language, store]);
  const live = useMemo<Live>(
    () => ({
      store,
      control: (address, value) => link.current?.control(address, value),
      connectNow: () => link.current?.connect(),
    }),
    [store],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
