import type { ListedStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { SignalName } from "../theme/palette.ts";
import { styled } from "../theme/styled.tsx";

export const STATUS_TONE: Record<SiteStatus | ListedStatus, SignalName> = {
  normal: "good",
  warning: "warning",
  fault: "fault",
  offline: "quiet",
  standby: "info",
  off: "quiet",
  stopped: "quiet",
  neverConnected: "quiet",
};

/** Whether a status is drawn as a ring instead of a dot, because nothing runs. */
export function hasRing(status: SiteStatus | ListedStatus): boolean {
  return STATUS_TONE[status] === "quiet";
}

type StatusBadgeProps = {
  status: SiteStatus | ListedStatus;
  /** Whether the connection that reports the status is lost. */
  isLastKnown?: boolean;
};

/** A site's status as a dot and its name; a ring instead of a dot if nothing runs, or if that is no longer known. */
export function StatusBadge({ status, isLastKnown = false }: StatusBadgeProps) {
  const { t } = useTranslation();
  const tone = isLastKnown ? "quiet" : STATUS_TONE[status];
  const hollow = isLastKnown || hasRing(status);
  const name = t(`siteStatus.${status}`);
  return (
    <Badge data-tone={tone} data-hollow={hollow || undefined}>
      <span />
      {isLastKnown ? t("siteStatus.lastKnown", { name }) : name}
    </Badge>
  );
}

const TONES = [...new Set(Object.values(STATUS_TONE))];

const Badge = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  gap: "2",
  fontWeight: "medium",
  textStyle: "sm",
  whiteSpace: "nowrap",
  "& > span": { w: "2", h: "2", borderRadius: "full" },
  ...Object.fromEntries(
    TONES.flatMap((tone) => [
      [`&[data-tone=${tone}]`, { color: tone }],
      [`&[data-tone=${tone}] > span`, { bg: `${tone}.fill` }],
    ]),
  ),
  "&[data-hollow] > span": {
    bg: "transparent !important",
    boxShadow: "inset 0 0 0 1.5px currentColor",
  },
});
