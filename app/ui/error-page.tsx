import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { isRouteErrorResponse, Link } from "react-router";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { BrandMark } from "./icons/brand-mark.tsx";
import { LegalLinks } from "./legal-links.tsx";
import { PageTitle } from "./page-title.tsx";

type Kind = "notFound" | "tooFast" | "unavailable" | "fault";

/** Page for an error. It reveals no internal details. */
export function ErrorPage({ error }: { error: unknown }) {
  return <ErrorMessage kind={kindOf(error)} status={statusOf(error)} />;
}

export function ErrorMessage({ kind, status }: { kind: Kind; status: number }) {
  const { t } = useTranslation("errors");
  return (
    <Flex minH="100dvh" direction="column">
      <Flex
        as="main"
        flex="1"
        direction="column"
        align="center"
        justify="center"
        gap="4"
        px="6"
        py="16"
        textAlign="center"
      >
        <PageTitle page={t(`${kind}.title`)} />
        <Box mb="2">
          <BrandMark size="3.5rem" />
        </Box>
        <Text textStyle="overline" color="fg.subtle">
          {status}
        </Text>
        <Heading as="h1" textStyle="2xl" fontWeight="semibold">
          {t(`${kind}.title`)}
        </Heading>
        <Text maxW="lg" color="fg.muted">
          {t(`${kind}.text`)}
        </Text>
        <Flex gap="3" mt="4" wrap="wrap" justify="center">
          {kind !== "notFound" && <Button onClick={() => location.reload()}>{t("reload")}</Button>}
          <Button asChild variant={kind === "notFound" ? "solid" : "outline"}>
            <Link to="/sitelist">{t("toSites")}</Link>
          </Button>
        </Flex>
      </Flex>
      <LegalLinks />
    </Flex>
  );
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : PROBLEM_STATUS.fault;
}

function kindOf(error: unknown): Kind {
  const status = statusOf(error);
  if (status === PROBLEM_STATUS.notFound) return "notFound";
  if (status === PROBLEM_STATUS.tooFast) return "tooFast";
  return status === PROBLEM_STATUS.unavailable ? "unavailable" : "fault";
}
