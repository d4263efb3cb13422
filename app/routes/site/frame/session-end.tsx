import { Button, Flex, Heading, Text } from "@chakra-ui/react";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useLive } from "../../../live/live-context.ts";
import { StyledIcon } from "../../../ui/icons/icon.tsx";
import { LEAVE_AFTER_MS } from "../../../ui/leave-delay.ts";

/** Says why the page shows nothing new any more, and leads on. */
export function SessionEnd() {
  const { t } = useTranslation("site");
  const reason = useLive(({ connection }) =>
    connection.kind === "ended" ? connection.reason : null,
  );
  const { pathname, search } = useLocation();
  const login = `/login?${new URLSearchParams({ redirect: pathname + search, reason: "expired" })}`;
  useEffect(() => {
    if (reason !== "signedOut") return;
    const timer = setTimeout(() => location.assign(login), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [reason, login]);
  if (reason === null) return null;
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
          {t(`ended.${reason}.title`)}
        </Heading>
        <Text textStyle="sm" color="fg.muted">
          {t(`ended.${reason}.text`)}
        </Text>
      </Flex>
      <Button asChild size="sm">
        <Link to={reason === "signedOut" ? login : "/sitelist"} reloadDocument>
          {t(`ended.${reason}.action`)}
        </Link>
      </Button>
    </Flex>
  );
}
