import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { badgeText } from "#domain/news/badge-text.ts";

type UnreadBadgeProps = {
  count: number;
  /** Whether the badge is on the corner of an icon whose accessible name includes the number. */
  corner?: boolean;
  /** Text of the number for screen readers. */
  label?: "navigation.unread" | "navigation.unacknowledged" | undefined;
};

/** Number of unread news or unacknowledged alarms, as a visible number and as text for screen readers. */
export function UnreadBadge({
  count,
  corner = false,
  label = "navigation.unread",
}: UnreadBadgeProps) {
  const { t } = useTranslation();
  const shown = badgeText(count);
  return (
    <Badge data-corner={corner || undefined}>
      <i aria-hidden data-many={shown !== `${count}` || undefined}>
        {shown}
      </i>
      {!corner && <span>{t(label, { count })}</span>}
    </Badge>
  );
}

const Badge = styled("b", {
  position: "relative",
  flexShrink: "0",
  ms: "auto",
  minW: "5",
  px: "1.5",
  borderRadius: "full",
  bg: "harbour.sun",
  color: "harbour.sunInk",
  textStyle: "2xs",
  lineHeight: "1.25rem",
  fontWeight: "bold",
  fontVariantNumeric: "tabular-nums",
  textAlign: "center",
  "& > i": { fontStyle: "normal" },
  // Dots stand on the baseline; here they are centred.
  "& > [data-many]": { position: "relative", bottom: "0.25em", fontSize: "sm" },
  // For screen readers only.
  "& > span": {
    position: "absolute",
    w: "1px",
    h: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
  "&[data-corner]": {
    position: "absolute",
    top: "-0.5",
    insetEnd: "-0.5",
    minW: "4",
    px: "1",
    lineHeight: "1rem",
  },
});
