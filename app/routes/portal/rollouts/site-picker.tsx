import { Button, Input } from "@chakra-ui/react";
import { type Dispatch, type SetStateAction, useCallback, useId, useState } from "react";
import { joinNames } from "#app/alarms/rules/join-names.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Select } from "#app/forms/fields.tsx";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { MAX_ROLLOUT_SITES } from "#domain/rollouts/limits.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { formatCount } from "#domain/units/count.ts";
import { LoadState } from "./load-state.tsx";
import type { SiteChoice, StatusCounts, TaskKind } from "./rollouts-data.ts";
import { SiteChoices } from "./site-choice-rows.tsx";
import {
  countAll,
  filterSites,
  isTickable,
  NO_FILTER,
  type SiteFilter,
  type Ticked,
  tick,
} from "./site-choices.ts";

type SitePickerProps = {
  kind: TaskKind;
  ticked: Ticked;
  /** The ticked sites in the order of the rollout. */
  order: readonly SiteChoice[];
  /** Number of sites that are changed first. */
  canary: number;
  onTick: Dispatch<SetStateAction<Ticked>>;
  onFirst: (siteId: number) => void;
};

/** Pause after the last key before the server searches, ms. */
const TYPING_PAUSE_MS = 300;

/** Search, filters and ticks of the sites of a rollout. */
export function SitePicker({ kind, ticked, order, canary, onTick, onFirst }: SitePickerProps) {
  const { t } = useTranslation("rollouts");
  const [filter, setFilter] = useState<SiteFilter>(NO_FILTER);
  const [isLarge, setIsLarge] = useState(false);
  const tickOne = useCallback(
    (site: SiteChoice, on: boolean) => onTick((before) => tick(before, [site], on)),
    [onTick],
  );
  // The browser searches sites that it has; the server searches those of a list that is not complete.
  const query = useApiQuery(
    "POST /site/v2/rollout/listSites",
    {
      kind,
      search: isLarge ? filter.search.trim() : "",
      filter: { status: isLarge ? [...filter.statuses] : [] },
    },
    { keepPrevious: true, debounceMs: isLarge ? TYPING_PAUSE_MS : 0 },
  );
  const { data } = query;
  const statuses = data?.statuses ?? [];
  const all = countAll(statuses);
  if (!isLarge && all > MAX_ROLLOUT_SITES) setIsLarge(true);
  const sites = data?.list ?? [];
  const shown = filterSites(sites, filter, ticked, isLarge);
  const blocked = sites.filter((site) => !isTickable(site)).length;
  return (
    <Section stacked title={t("pick.title")} text={t("pick.text")}>
      {data === null ? (
        <LoadState
          query={query}
          loading={t("pick.loading")}
          failed={t("pick.failed")}
          retry={t("pick.retry")}
        />
      ) : all === 0 ? (
        <p role="status">{t("pick.empty")}</p>
      ) : (
        <>
          <Filters statuses={statuses} filter={filter} onChange={setFilter} />
          {data.total > data.list.length && (
            <p>{t("pick.large", { total: data.total, limit: MAX_ROLLOUT_SITES })}</p>
          )}
          <TickTools
            shown={shown}
            ticked={ticked}
            blocked={blocked}
            filter={filter}
            onFilter={setFilter}
            onTick={onTick}
          />
          <SiteChoices
            key={`${filter.search} ${[...filter.statuses].join()} ${filter.isTickedOnly}`}
            sites={shown}
            ticked={ticked}
            onTick={tickOne}
          />
        </>
      )}
      {order.length > 0 && <FirstSites order={order} canary={canary} onFirst={onFirst} />}
    </Section>
  );
}

type FiltersProps = {
  /** Of all sites, whatever is searched. */
  statuses: StatusCounts;
  filter: SiteFilter;
  onChange: (filter: SiteFilter) => void;
};

function Filters({ statuses, filter, onChange }: FiltersProps) {
  const { t, i18n } = useTranslation(["rollouts", "common"]);
  const toggle = (status: SiteStatus) => {
    const chosen = new Set(filter.statuses);
    if (!chosen.delete(status)) chosen.add(status);
    onChange({ ...filter, statuses: chosen });
  };
  return (
    <>
      <Input
        type="search"
        aria-label={t("pick.search")}
        placeholder={t("pick.placeholder")}
        dir="auto"
        autoComplete="off"
        maxLength={100}
        value={filter.search}
        onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Chips role="group" aria-label={t("pick.statuses")}>
        {statuses.map(({ status, sites }) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter.statuses.has(status)}
            onClick={() => toggle(status)}
          >
            {t(`common:siteStatus.${status}`)} <b>{formatCount(sites, i18n.language)}</b>
          </button>
        ))}
      </Chips>
    </>
  );
}

type TickToolsProps = {
  shown: readonly SiteChoice[];
  ticked: Ticked;
  blocked: number;
  filter: SiteFilter;
  onFilter: (filter: SiteFilter) => void;
  onTick: (ticked: Ticked) => void;
};

function TickTools({ shown, ticked, blocked, filter, onFilter, onTick }: TickToolsProps) {
  const { t } = useTranslation("rollouts");
  // A click on all leaves out what the dry run would leave out, too.
  const ready = shown.filter(({ siteId, reason }) => reason === null && !ticked.has(siteId));
  return (
    <Tools>
      <p aria-live="polite">
        <b>{t("pick.ticked", { count: ticked.size })}</b>
        {blocked > 0 && <small>{t("pick.blocked", { count: blocked })}</small>}
        {ticked.size >= MAX_ROLLOUT_SITES && (
          <small>{t("pick.full", { limit: MAX_ROLLOUT_SITES })}</small>
        )}
      </p>
      <div>
        {ready.length > 0 && (
          <Button
            type="button"
            size="sm"
            variant="outline"
            onClick={() => onTick(tick(ticked, ready, true))}
          >
            {t("pick.tickAll", { count: ready.length })}
          </Button>
        )}
        {ticked.size > 0 && (
          <>
            <Button
              type="button"
              size="sm"
              variant="outline"
              colorPalette="gray"
              onClick={() => onTick(new Map())}
            >
              {t("pick.untick")}
            </Button>
            <Button
              type="button"
              size="sm"
              variant={filter.isTickedOnly ? "solid" : "outline"}
              colorPalette="gray"
              aria-pressed={filter.isTickedOnly}
              onClick={() => onFilter({ ...filter, isTickedOnly: !filter.isTickedOnly })}
            >
              {t("pick.only")}
            </Button>
          </>
        )}
      </div>
    </Tools>
  );
}

type FirstSitesProps = Pick<SitePickerProps, "order" | "canary" | "onFirst">;

/** The choice of the site with which the rollout begins, and the names of the other first ones. */
function FirstSites({ order, canary, onFirst }: FirstSitesProps) {
  const { t } = useTranslation("rollouts");
  const id = useId();
  const others = order.slice(1, canary).map(({ name }) => name);
  return (
    <First>
      <label htmlFor={id}>{t("pick.first")}</label>
      <Select
        id={id}
        value={order[0]?.siteId}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onFirst(Number(currentTarget.value))}
      >
        {order.map(({ siteId, name }) => (
          <option key={siteId} value={siteId}>
            {name}
          </option>
        ))}
      </Select>
      <small id={`${id}-hint`}>
        {t("pick.firstHint")}
        {others.length > 0 && ` ${t("pick.then", { names: joinNames(...others) })}`}
      </small>
    </First>
  );
}

const Chips = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& button": {
    px: "3",
    minH: "9",
    borderWidth: "1px",
    borderRadius: "full",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "@media (pointer: coarse)": { minH: "11" },
    "&[aria-pressed=true]": {
      borderColor: "brand.solid",
      boxShadow: "inset 0 0 0 1px {colors.brand.solid}",
    },
  },
  "& b": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
});

const Tools = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "2",
  "& p": { display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: "3" },
  "& b": { fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs" },
  "& > div": { display: "flex", flexWrap: "wrap", gap: "2" },
});

const First = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  maxW: "30rem",
  "& label": { fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs", overflowWrap: "anywhere" },
});
