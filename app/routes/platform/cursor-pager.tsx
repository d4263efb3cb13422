import { Button } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

type CursorPagerProps = {
  /** Address of the first page; null on it. */
  first: string | null;
  /** Address of the next page; null on the last one. */
  next: string | null;
};

/** Links to the first and the next page of a list that continues after its last row. */
export function CursorPager({ first, next }: CursorPagerProps) {
  const { t } = useTranslation(["platform", "common"]);
  if (first === null && next === null) return null;
  return (
    <Row aria-label={t("common:pager.label")}>
      {first !== null && (
        <Button asChild variant="outline" colorPalette="gray" size="sm">
          <Link to={first}>{t("pager.first")}</Link>
        </Button>
      )}
      {next !== null && (
        <Button asChild variant="outline" colorPalette="gray" size="sm">
          <Link to={next}>{t("common:pager.next")}</Link>
        </Button>
      )}
    </Row>
  );
}

const Row = styled("nav", { display: "flex", justifyContent: "center", gap: "4" });
