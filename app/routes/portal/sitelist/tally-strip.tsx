import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { hasRing, STATUS_TONE } from "#app/ui/status-badge.tsx";
import { useClientNavigation } from "#app/ui/use-client-navigation.ts";
import type { ListedStatus } from "#domain/sites/site-list.ts";
import { formatCount } from "#domain/units/count.ts";
import { type ListQuery, listAddress } from "./list-query.ts";

export type Tally = { status: ListedStatus; sites: number };

/** Statuses that are shown without any site, too, because zero is what the user hopes for. */
const ALWAYS: readonly ListedStatus[] = ["fault", "warning", "stopped"];
/** A change of the view replaces the entry in the browser's history. */
const IN_PLACE = { replace: true, preventScrollReset: true };

/** The number of all sites by status. Each is a link that shows only these sites, the worst first, or all again. */
export function TallyStrip({ query, tallies }: { query: ListQuery; tallies: readonly Tally[] }) {
  const { t, i18n } = useTranslation(["sitelist", "common"]);
  const follow = useClientNavigation(IN_PLACE);
  const shown = tallies.filter(({ status, sites }) => sites > 0 || ALWAYS.includes(status));
  return (
    <Strip aria-label={t("tallies")} onClick={follow}>
      {shown.map(({ status, sites }) => {
        const isCurrent = isOnly(query, status);
        const change = isCurrent
          ? ({ status: [], sort: "name", direction: "asc" } as const)
          : ({ status: [status], sort: "status", direction: "asc" } as const);
        return (
          <a
            key={status}
            href={listAddress(query, change)}
            aria-current={isCurrent ? "true" : undefined}
            data-tone={sites > 0 && ALWAYS.includes(status) ? STATUS_TONE[status] : undefined}
          >
            <b>{formatCount(sites, i18n.language)}</b>
            <span data-tone={STATUS_TONE[status]} data-ring={hasRing(status) || undefined}>
              {t(`common:siteStatus.${status}`)}
            </span>
          </a>
        );
      })}
    </Strip>
  );
}

/** Whether the list shows only sites of a status. */
export function isOnly(query: ListQuery, status: ListedStatus): boolean {
  return query.status.length === 1 && query.status[0] === status;
}

const TONES = ["fault", "warning", "info", "good", "quiet"] as const;

const Strip = styled("nav", {
  // A phone has one row, which scrolls; the worst statuses come first.
  display: { base: "flex", md: "grid" },
  gridTemplateColumns: "repeat(auto-fit, minmax(7.5rem, 1fr))",
  overflowX: { base: "auto", md: "visible" },
  scrollbarWidth: "thin",
  gap: "2",
  mx: { base: "-1", md: "0" },
  px: { base: "1", md: "0" },
  pt: { base: "1", md: "0" },
  pb: { base: "2", md: "0" },
  mb: { base: "2", md: "4" },
  "& > a": {
    display: "flex",
    flexDirection: "column",
    justifyContent: "center",
    gap: "0.5",
    flex: { base: "0 0 auto", md: "1" },
    minW: "20",
    minH: "14",
    px: "3",
    py: "2",
    borderRadius: "lg",
    borderWidth: "1px",
    bg: "bg.panel",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "&[aria-current]": { borderColor: "brand.solid", boxShadow: "inset 0 0 0 1px currentColor" },
  },
  "& a[aria-current]": { color: "brand.fg" },
  "& b": { textStyle: "xl", fontWeight: "semibold", lineHeight: "1.2", color: "fg" },
  "& a > span": {
    display: "flex",
    alignItems: "baseline",
    gap: "1.5",
    textStyle: "xs",
    lineHeight: "1.25",
    color: "fg.muted",
    overflowWrap: "anywhere",
    _before: {
      content: '""',
      flexShrink: "0",
      w: "2",
      h: "2",
      borderRadius: "full",
      bg: "var(--tone)",
    },
    "&[data-ring]": { _before: { bg: "transparent", boxShadow: "inset 0 0 0 1.5px var(--tone)" } },
  },
  ...Object.fromEntries(
    TONES.map((tone) => [
      `& a > span[data-tone=${tone}]`,
      { "--tone": `colors.${tone === "quiet" ? "fg.subtle" : `${tone}.fill`}` },
    ]),
  ),
  "& a[data-tone=fault] b": { color: "fault" },
  "& a[data-tone=warning] b": { color: "warning" },
});
