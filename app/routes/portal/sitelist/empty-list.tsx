import { Button, Flex, Heading, Text } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { isAttention, isFiltered, type ListQuery, listAddress, NO_FILTERS } from "./list-query.ts";

/** Explains an empty list: no results, no site that needs attention, or no sites yet. */
export function EmptyList({ query, demo }: { query: ListQuery; demo: boolean }) {
  const { t } = useTranslation("sitelist");
  const { t: tools } = useTranslation("listtools");
  const reason = reasonOf(query);
  const icons = { search: "search", filters: "search", attention: "check", none: "solar" } as const;
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
        name={icons[reason]}
        size="2.5rem"
        color={reason === "attention" ? "good" : "fg.subtle"}
        mb="2"
      />
      <Heading as="h2" textStyle="lg" fontWeight="semibold" wordBreak="break-word">
        {reason === "filters"
          ? tools("empty.title")
          : t(`empty.${reason}.title`, { search: query.search })}
      </Heading>
      <Text color="fg.muted" maxW="md">
        {reason === "filters" ? tools("empty.text") : t(`empty.${reason}.text`)}
      </Text>
      {reason === "none" ? (
        !demo && (
          <Button asChild size="sm" mt="3">
            <Link to="/addsite">{tools("add")}</Link>
          </Button>
        )
      ) : (
        <Button asChild variant="outline" size="sm" mt="3">
          <Link to={listAddress(query, NO_FILTERS)}>{t("empty.showAll")}</Link>
        </Button>
      )}
    </Flex>
  );
}

function reasonOf(query: ListQuery) {
  const { search, status, tag, country } = query;
  if (!isFiltered(query)) return "none";
  if (tag !== "" || country !== "") return "filters";
  if (search !== "") return status.length > 0 ? "filters" : "search";
  return isAttention(query) ? "attention" : "filters";
}
