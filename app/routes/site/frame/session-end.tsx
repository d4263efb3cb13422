import { Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import type { EndReason } from "#app/live/live-site.ts";
import { StyledIcon } from "#app/ui/icons/icon.tsx";
import { LEAVE_AFTER_MS } from "#app/ui/leave-delay.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { endReasonOf } from "./end-reason.ts";

type SessionEndProps = {
  /** When the user's access expires; null if it does not. */
  endsAt: number | null;
  timeZone: string;
};

/** Explains why the page is no longer updated, with a link. */
export function SessionEnd(props: SessionEndProps) {
  const reason = useLive(({ connection }) =>
    connection.kind === "ended" ? connection.reason : null,
  );
  return reason && <EndNotice key={reason} reason={reason} {...props} />;
}

function EndNotice({ reason, endsAt, timeZone }: SessionEndProps & { reason: EndReason }) {
  const { t, i18n } = useTranslation("site");
  const serverOffset = useLive((site) => site.serverOffset);
  const [why] = useState(() => endReasonOf(reason, endsAt, Date.now() + (serverOffset ?? 0)));
  const { pathname, search } = useLocation();
  const login = `/login?${new URLSearchParams({ redirect: pathname + search, reason: "expired" })}`;
  useEffect(() => {
    if (why !== "signedOut") return;
    const timer = setTimeout(() => location.assign(login), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [why, login]);
  const date = formatDateText((endsAt ?? 1) - 1, timeZone, i18n.language);
  return (
    <Flex
      role="alert"
      layerStyle="card"
      borderColor="warning.fill"
      bg="warning.wash"
      align="center"
      gap="4"
      px="5"
      py="4"
      mb="5"
      wrap="wrap"
    >
      <StyledIcon name="warning" size="1.75rem" color="warning" />
      <Flex direction="column" flex="1" minW="56">
        <Heading as="h2" textStyle="md" fontWeight="semibold">
          {t(`ended.${why}.title`)}
        </Heading>
        <Text textStyle="sm" color="fg.muted">
          {t(`ended.${why}.text`, { date })}
        </Text>
      </Flex>
      <Button asChild size="sm">
        <Link to={why === "signedOut" ? login : "/sitelist"} reloadDocument>
          {t(`ended.${why}.action`)}
        </Link>
      </Button>
    </Flex>
  );
}
