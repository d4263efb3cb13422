import type { CSSProperties } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import type { Setting } from "./setting.ts";

const PERCENT = 100;
/** Share of the endurance from which the bar warns. */
const WARNS_FROM = 0.8;

/** Writes of a setting over the lifetime of its memory, and on the current day. */
export function WearMeter({ setting }: { setting: Setting }) {
  const { t, i18n } = useTranslation("param");
  const { stored, writes, writesToday, endurance } = setting;
  if (stored === false) return <span>{t("wear.none")}</span>;
  const number = (value: number) => formatNumber(value, i18n.language);
  const share = Math.min(1, writes / endurance);
  return (
    <Meter data-warns={share >= WARNS_FROM || undefined}>
      {writes > 0 && (
        <i aria-hidden style={{ "--share": `${Math.max(2, share * PERCENT)}%` } as CSSProperties} />
      )}
      <span>{t("wear.text", { writes: number(writes), endurance: number(endurance) })}</span>
      {writesToday > 0 && <span>{t("wear.today", { today: number(writesToday) })}</span>}
    </Meter>
  );
}

const Meter = styled("span", {
  display: "inline-flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "2",
  fontVariantNumeric: "tabular-nums",
  "& i": {
    position: "relative",
    display: "block",
    w: "12",
    h: "1.5",
    borderRadius: "full",
    bg: "border.emphasized",
    overflow: "hidden",
    _before: {
      content: '""',
      position: "absolute",
      insetBlock: "0",
      insetStart: "0",
      w: "var(--share)",
      bg: "good.fill",
    },
  },
  "&[data-warns]": { color: "warning", "& i::before": { bg: "warning.fill" } },
});
