import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "../icons/icon.tsx";
import { useLeaveBlocker } from "../use-leave-blocker.ts";

const ONLINE_NOTICE_MS = 4_000;

/**
 * Shows a permanent warning while the device is offline and a short notice when it is online again.
 * @param offline message while offline, if it is not about the age of the data
 * @param isTop whether it is at the top of the page, without a bar above it
 */
export function ConnectivityNotice({ offline, isTop }: { offline?: string; isTop?: boolean }) {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const returned = useReturned(online);
  useLeaveBlocker(() => false);
  return (
    <Strip role="status" data-tone={online ? "good" : "warning"} data-top={isTop}>
      {(!online || returned) && (
        <div>
          <Icon name={online ? "check" : "unplugged"} />
          {online ? t("connectivity.online") : (offline ?? t("connectivity.offline"))}
        </div>
      )}
    </Strip>
  );
}

function useReturned(online: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasOffline(true);
      return;
    }
    if (!wasOffline) return;
    // Revalidates instead of reloading the document, which would remove this notice and everything the user has typed.
    void revalidate();
    const timer = setTimeout(() => setWasOffline(false), ONLINE_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [online, wasOffline, revalidate]);
  return wasOffline && online;
}

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** The notice stays below the bar, if there is one, at any scroll position. */
const Strip = styled("div", {
  position: "sticky",
  top: "14",
  zIndex: "docked",
  textStyle: "sm",
  "&[data-top=true]": { top: "0" },
  "& > div": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    px: { base: "4", lg: "8" },
    py: "2",
  },
  "&[data-tone=good]": { bg: "good.wash", color: "good" },
  "&[data-tone=warning]": { bg: "warning.wash", color: "warning" },
});
