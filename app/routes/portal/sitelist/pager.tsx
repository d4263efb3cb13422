import { Button, Flex, Text } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { type ListQuery, listAddress, PAGE_SIZE } from "./list-query.ts";

export function Pager({ query, total }: { query: ListQuery; total: number }) {
  const { t } = useTranslation("sitelist");
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1) return null;
  const step = (page: number, label: string) => (
    <Button
      asChild={page >= 1 && page <= pages}
      variant="outline"
      colorPalette="gray"
      size="sm"
      disabled={page < 1 || page > pages}
    >
      {page >= 1 && page <= pages ? <Link to={listAddress(query, { page })}>{label}</Link> : label}
    </Button>
  );
  return (
    <Flex as="nav" aria-label={t("pager.label")} justify="center" align="center" gap="4" mt="6">
      {step(query.page - 1, t("pager.previous"))}
      <Text textStyle="sm" color="fg.muted">
        {t("pager.page", { page: query.page, pages })}
      </Text>
      {step(query.page + 1, t("pager.next"))}
    </Flex>
  );
}
