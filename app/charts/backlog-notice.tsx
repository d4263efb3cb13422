import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { formatDateText, formatTimeText } from "#domain/units/date-text.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";
import { useApiQuery } from "../api/use-api-query.ts";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useLive } from "../live/live-context.ts";
import { Notice } from "../ui/notice.tsx";

const BUSY_MS = 10_000;
const CALM_MS = 5 * MINUTE_MS;

type BacklogNoticeProps = {
  siteKey: string;
  /** Called when more recorded data has arrived, so that a chart can be loaded again. */
  onMore?: () => void;
};

/** Shows the progress while a logger sends recorded data that charts do not contain yet. */
export default function BacklogNotice({ siteKey, onMore }: BacklogNoticeProps) {
  usePageTexts("charts");
  const { t, i18n } = useTranslation("charts");
  const { language } = i18n;
  const isOnline = useLive(({ view }) => view?.online === true);
  const [pollMs, setPollMs] = useState(CALM_MS);
  const query = useApiQuery("POST /site/v2/chart/backlog", isOnline ? { siteKey } : null, {
    pollMs,
    keepPrevious: true,
  });
  const data = isOnline ? query.data : null;
  const backlog = data?.backlog ?? null;
  useEffect(() => setPollMs(backlog === null ? CALM_MS : BUSY_MS), [backlog]);
  useChange(backlog === null ? null : backlog.percent, onMore);
  if (data === null || backlog === null) return null;
  const { percent, missingStartDateTime: from, missingEndDateTime: to } = backlog;
  const format = to - from >= DAY_MS ? formatDateText : formatTimeText;
  const [since, until] = [from, to].map((at) => format(at, data.timeZoneId, language));
  return (
    <Notice tone="info" data-backlog>
      {t("backlog.sending", { percent: formatPercent(percent, language) })} {t("backlog.missing")}{" "}
      <bdi>
        <NoBreak>{since}</NoBreak> <NoBreak>{`– ${until}`}</NoBreak>
      </bdi>
    </Notice>
  );
}

const NoBreak = chakra("span", { base: { whiteSpace: "nowrap" } });

/** Calls `onChange` after each change of the value except the first. */
function useChange(value: number | null, onChange: (() => void) | undefined): void {
  const before = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (before.current !== null && before.current !== value) latest.current?.();
    before.current = value;
  }, [value]);
}
