import { Flex, Text } from "@chakra-ui/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../icons/icon.tsx";

const ONLINE_NOTICE_MS = 4_000;

/** The device's own connection: a lasting warning while it is away, a short word when it is back. */
export function ConnectivityNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const returned = useReturned(online);
  if (online && !returned) return null;
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      px={{ base: "4", lg: "8" }}
      py="2"
      textStyle="sm"
      bg={online ? "good.wash" : "warning.wash"}
      color={online ? "good" : "warning"}
    >
      <Icon name={online ? "check" : "unplugged"} />
      <Text>{t(online ? "connectivity.online" : "connectivity.offline")}</Text>
    </Flex>
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
