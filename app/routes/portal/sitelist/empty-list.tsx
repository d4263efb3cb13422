import { Button, Flex, Heading, Text } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { StyledIcon } from "../../../ui/icons/icon.tsx";
import { type ListQuery, listAddress } from "./list-query.ts";

/** Nothing to show: because nothing was found, because all is well, or because there is nothing yet. */
export function EmptyList({ query }: { query: ListQuery }) {
  const { t } = useTranslation("sitelist");
  const reason = query.search !== "" ? "search" : query.attention ? "attention" : "none";
  return (
    <Flex
      layerStyle="card"
      direction="column"
      align="center"
      textAlign="center"
      gap="2"
      px="6"
      py="14"
    >
      <StyledIcon
        name={reason === "search" ? "search" : reason === "attention" ? "check" : "solar"}
        size="2.5rem"
        color={reason === "attention" ? "good" : "fg.subtle"}
        mb="2"
      />
      <Heading as="h2" textStyle="lg" fontWeight="semibold" wordBreak="break-word">
        {t(`empty.${reason}.title`, { search: query.search })}
      </Heading>
      <Text color="fg.muted" maxW="md">
        {t(`empty.${reason}.text`)}
      </Text>
      {reason !== "none" && (
        <Button asChild variant="outline" size="sm" mt="3">
          <Link to={listAddress(query, { search: "", attention: false })}>
            {t("empty.showAll")}
          </Link>
        </Button>
      )}
    </Flex>
  );
}
