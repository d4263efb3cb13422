import { memo, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Span } from "#domain/history/local-days.ts";
import { formatTag } from "#domain/languages.ts";
import { formatDuration } from "./duration-text.ts";
import { type StateInterval, sharesOf } from "./state-lanes.ts";

type StateSharesProps = { name: string; intervals: readonly StateInterval[]; span: Span };

/** The chart as text, for screen readers and for exact values: how long each status lasted. */
export const StateShares = memo(function StateShares(props: StateSharesProps) {
  const { t } = useTranslation("charts");
  const [isOpen, setOpen] = useState(false);
  return (
    <Details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("states.asTable")}</summary>
      {isOpen && <Shares {...props} />}
    </Details>
  );
});

function Shares({ name, intervals, span }: StateSharesProps) {
  const { t, i18n } = useTranslation(["charts", "equipment"]);
  const percent = new Intl.NumberFormat(formatTag(i18n.language), {
    style: "percent",
    maximumFractionDigits: 1,
  });
  const length = Math.max(1, span.to - span.from);
  return (
    <table aria-label={t("states.sharesOf", { name })}>
      <thead>
        <tr>
          <th scope="col">{t("states.status")}</th>
          <th scope="col">{t("states.share")}</th>
          <th scope="col">{t("states.time")}</th>
        </tr>
      </thead>
      <tbody>
        {sharesOf(intervals, span).map(({ status, ms }) => (
          <tr key={status ?? ""}>
            <th scope="row">
              {status === null ? t("states.unknown") : t(`equipment:status.${status}`)}
            </th>
            <td>{percent.format(ms / length)}</td>
            <td>{formatDuration(ms, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Details = styled("details", {
  mt: "1",
  textStyle: "xs",
  color: "fg.muted",
  "& summary": {
    w: "fit",
    py: "1",
    cursor: "button",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "@media (pointer: coarse)": { py: "3.5" },
  },
  "& table": { mt: "1", w: "full", maxW: "md", borderCollapse: "collapse" },
  "& th, & td": { py: "1", pe: "3", textAlign: "start", fontWeight: "normal" },
  "& thead th": { fontWeight: "medium" },
  "& td": { fontVariantNumeric: "tabular-nums" },
  "& tbody th": { color: "fg" },
  "& tr + tr": { borderTopWidth: "1px", borderColor: "border.muted" },
});
