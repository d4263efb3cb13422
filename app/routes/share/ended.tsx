import { Button, Heading, Text } from "@chakra-ui/react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Card } from "./password-form.tsx";

/**
 * Shows that the link is invalid or that there were too many attempts. Announced at once if the site was being viewed.
 */
export function Ended({ state }: { state: "invalidLink" | "rateLimited" }) {
  const { t } = useTranslation("share");
  const { pathname, search } = useLocation();
  return (
    <Card role="alert">
      <PageTitle page={t(`${state}.title`)} />
      <StyledIcon
        name={state === "invalidLink" ? "unplugged" : "clock"}
        size="2rem"
        color={state === "invalidLink" ? "fg.muted" : "warning"}
      />
      <Heading as="h1" textStyle="xl" fontWeight="semibold">
        {t(`${state}.title`)}
      </Heading>
      <Text color="fg.muted">{t(`${state}.text`)}</Text>
      <Button asChild variant="outline" alignSelf="flex-start" mt="2">
        {state === "invalidLink" ? (
          <Link to="/">{t("invalidLink.home")}</Link>
        ) : (
          <a href={pathname + search}>{t("rateLimited.again")}</a>
        )}
      </Button>
    </Card>
  );
}
