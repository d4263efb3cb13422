import { Button } from "@chakra-ui/react";
import { memo, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useReasonText } from "#app/routes/site/use-reason-text.ts";
import { styled } from "#app/theme/styled.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { SiteChoice } from "./rollouts-data.ts";
import { isTickable, type Ticked } from "./site-choices.ts";

type SiteChoicesProps = {
  sites: readonly SiteChoice[];
  ticked: Ticked;
  /** The same function in each render, so that a tick draws one row again. */
  onTick: (site: SiteChoice, on: boolean) => void;
};

/** Sites that are listed at a time. */
const SHOWN = 50;

/** Sites to tick, one page at a time. */
export function SiteChoices({ sites, ticked, onTick }: SiteChoicesProps) {
  const { t } = useTranslation(["rollouts", "common"]);
  const [page, setPage] = useState(1);
  if (sites.length === 0) return <p role="status">{t("pick.none")}</p>;
  const pages = Math.ceil(sites.length / SHOWN);
  const present = Math.min(page, pages);
  const shown = sites.slice((present - 1) * SHOWN, present * SHOWN);
  const step = (to: number, label: string) => (
    <Button
      type="button"
      size="sm"
      variant="outline"
      colorPalette="gray"
      // Not disabled, which would take the focus away.
      aria-disabled={to < 1 || to > pages}
      opacity={to < 1 || to > pages ? 0.6 : 1}
      onClick={() => to >= 1 && to <= pages && setPage(to)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Rows aria-label={t("pick.title")}>
        {shown.map((site) => (
          <Row key={site.siteId} site={site} isTicked={ticked.has(site.siteId)} onTick={onTick} />
        ))}
      </Rows>
      {pages > 1 && (
        <Pages role="group" aria-label={t("common:pager.label")}>
          {step(present - 1, t("common:pager.previous"))}
          <span>{t("common:pager.page", { page: present, pages })}</span>
          {step(present + 1, t("common:pager.next"))}
        </Pages>
      )}
    </>
  );
}

type RowProps = {
  site: SiteChoice;
  isTicked: boolean;
  onTick: (site: SiteChoice, on: boolean) => void;
};

const Row = memo(function Row({ site, isTicked, onTick }: RowProps) {
  const reasonText = useReasonText();
  const { name, location, status, reason } = site;
  const isOpen = isTickable(site);
  return (
    <li data-blocked={!isOpen || undefined}>
      <label>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={!isOpen}
          onChange={({ currentTarget }) => onTick(site, currentTarget.checked)}
        />
        <span>
          <bdi>{name}</bdi>
          {location !== "" && <small>{location}</small>}
          {reason !== null && <small data-reason>{reasonText(reason)}</small>}
        </span>
        <StatusBadge status={status} />
      </label>
    </li>
  );
});

const Rows = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  maxH: "26rem",
  overflowY: "auto",
  "& > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& label": {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    px: "3",
    py: "2.5",
    cursor: "pointer",
    _hover: { bg: "bg.hover" },
    "@media (pointer: coarse)": { py: "3" },
  },
  "& [data-blocked] label": { cursor: "not-allowed", color: "fg.muted" },
  "& input": { flexShrink: "0", w: "4.5", h: "4.5", mt: "0.5", accentColor: "brand.solid" },
  "& label > span:first-of-type": {
    flex: "1",
    minW: "0",
    overflowWrap: "anywhere",
    fontWeight: "medium",
  },
  "& small": { display: "block", color: "fg.muted", textStyle: "xs", fontWeight: "normal" },
  "& [data-reason]": { color: "warning" },
});

const Pages = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "center",
  gap: "3",
  "& span": { color: "fg.muted" },
});
