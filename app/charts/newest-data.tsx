import { Button } from "@chakra-ui/react";
import { dayOf, type Span } from "#domain/history/local-days.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { useApiQuery } from "../api/use-api-query.ts";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";

type NewestDataProps = {
  siteKey: string;
  timeZone: string;
  /** The period without data. */
  span: Span;
  /** Instant of the newest value that the page could show, ms UTC; null for that of any data of the site. */
  at?: number | null;
  /** Opens a local day, counted from 1970-01-01. */
  onGo: (day: number) => void;
};

/** States that a period has no data, with a button that opens the newest day with data, if there is one elsewhere. */
export default function NewestData({ siteKey, timeZone, span, at = null, onGo }: NewestDataProps) {
  usePageTexts("charts");
  const { t, i18n } = useTranslation("charts");
  const { data } = useApiQuery("POST /site/v2/chart/newest", at === null ? { siteKey } : null);
  const newest = at ?? data?.datetime ?? null;
  const isElsewhere = newest !== null && (newest < span.from || newest >= span.to);
  return (
    <span data-newest-data>
      {t("empty")}{" "}
      {isElsewhere && (
        <Button
          variant="plain"
          size="sm"
          h="auto"
          px="1"
          textDecoration="underline"
          whiteSpace="normal"
          onClick={() => onGo(dayOf(timeZone, newest))}
        >
          {t("newest", { date: formatDateText(newest, timeZone, i18n.language) })}
        </Button>
      )}
    </span>
  );
}
