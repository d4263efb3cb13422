import { Button, Flex, Text } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "../i18n/use-translation.ts";

type PagerProps = { page: number; pages: number; addressOf: (page: number) => string };

/** Links to the pages of a list; empty if there is only one page. */
export function Pager({ page, pages, addressOf }: PagerProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const step = (to: number, label: string) => {
    const isThere = to >= 1 && to <= pages;
    return (
      <Button asChild={isThere} variant="outline" colorPalette="gray" size="sm" disabled={!isThere}>
        {isThere ? <Link to={addressOf(to)}>{label}</Link> : label}
      </Button>
    );
  };
  return (
    <Flex as="nav" aria-label={t("pager.label")} justify="center" align="center" gap="4" mt="6">
      {step(page - 1, t("pager.previous"))}
      <Text textStyle="sm" color="fg.muted">
        {t("pager.page", { page, pages })}
      </Text>
      {step(page + 1, t("pager.next"))}
    </Flex>
  );
}
