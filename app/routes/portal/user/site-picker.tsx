import { Button, Input } from "@chakra-ui/react";
import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import {
  type ChosenSites,
  chosenElsewhere,
  FOUND_AT_A_TIME,
  type FoundSites,
  type TokenSite,
  writeSite,
} from "./token-sites.ts";
import type { SiteFinder } from "./use-site-finder.ts";

type Turn = (site: TokenSite, on: boolean) => void;

type PickerProps = {
  finder: SiteFinder;
  chosen: ChosenSites;
  onTurn: Turn;
  /** Id of the message about a wrong choice. */
  faultId: string | undefined;
};

/** A search, one page of results, and the other selected sites. */
export function SitePicker({ finder, chosen, onTurn, faultId }: PickerProps) {
  const { t } = useTranslation(["user", "sitelist"]);
  const id = useId();
  const { found, find } = finder;
  const others = useOthers(chosen, found);
  const boxes = { chosen, onTurn };
  return (
    <>
      <Search>
        <Input
          ref={finder.input}
          type="search"
          name="search"
          aria-label={t("sitelist:search.label")}
          placeholder={t("sitelist:search.placeholder")}
          defaultValue={found?.search ?? ""}
          maxLength={100}
          autoComplete="off"
          aria-invalid={faultId === undefined ? undefined : true}
          aria-describedby={faultId}
          onChange={finder.findSoon}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            find(1);
          }}
        />
        <input type="hidden" name="searched" value={found?.search ?? ""} />
        <FindButton page={1} find={find}>
          {t("tokens.sites.find")}
        </FindButton>
      </Search>
      <SearchResults found={found} busy={finder.busy} />
      {found !== null && (
        <SiteBoxes aria-label={t("tokens.sites.found")} sites={found.list} {...boxes} />
      )}
      <Pages found={found} find={find} />
      {others.length > 0 && <p id={id}>{t("tokens.sites.others")}</p>}
      <SiteBoxes aria-labelledby={id} sites={others} {...boxes} />
    </>
  );
}

/** Deselected sites stay in view until the next search, so that they can be selected again. */
function useOthers(chosen: ChosenSites, found: FoundSites | null): readonly TokenSite[] {
  const [kept, setKept] = useState(() => ({ found, others: chosenElsewhere(chosen, found) }));
  if (kept.found === found) return kept.others;
  const others = chosenElsewhere(chosen, found);
  setKept({ found, others });
  return others;
}

type BoxesProps = {
  "aria-label"?: string;
  "aria-labelledby"?: string;
  sites: readonly TokenSite[];
  chosen: ChosenSites;
  onTurn: Turn;
};

function SiteBoxes({ sites, chosen, onTurn, ...name }: BoxesProps) {
  if (sites.length === 0) return null;
  return (
    <Rows {...name}>
      {sites.map((site) => (
        <li key={site.id}>
          <label>
            <input
              type="checkbox"
              name="site"
              value={writeSite(site)}
              checked={chosen.has(site.id)}
              onChange={({ currentTarget }) => onTurn(site, currentTarget.checked)}
            />
            <span>
              <bdi>{site.name}</bdi> {site.location !== "" && <small>{site.location}</small>}
            </span>
          </label>
        </li>
      ))}
    </Rows>
  );
}

/** Announces the number of results to screen readers. */
function SearchResults({ found, busy }: { found: FoundSites | null; busy: boolean }) {
  const { t } = useTranslation("sitelist");
  const message = () => {
    if (busy) return t("search.busy");
    if (found === null) return "";
    const { search, total } = found;
    return total === 0 && search !== ""
      ? t("empty.search.title", { search })
      : t("count", { count: total });
  };
  return <p role="status">{message()}</p>;
}

type Find = SiteFinder["find"];

function Pages({ found, find }: { found: FoundSites | null; find: Find }) {
  const { t } = useTranslation();
  const { page, total } = found ?? { page: 1, total: 0 };
  const pages = Math.max(1, Math.ceil(total / FOUND_AT_A_TIME));
  if (pages === 1 && page === 1) return null;
  return (
    <Pager role="group" aria-label={t("pager.label")}>
      <FindButton page={page - 1} find={find} isNone={page === 1}>
        {t("pager.previous")}
      </FindButton>
      <span>{t("pager.page", { page, pages })}</span>
      <FindButton page={page + 1} find={find} isNone={page >= pages}>
        {t("pager.next")}
      </FindButton>
    </Pager>
  );
}

type FindButtonProps = { page: number; find: Find; isNone?: boolean; children: string };

/** @param isNone whether there is no such page */
function FindButton({ page, find, isNone = false, children }: FindButtonProps) {
  return (
    <Button
      type="submit"
      name="find"
      value={page}
      variant="outline"
      colorPalette="gray"
      // Not disabled, which would take the focus away.
      aria-disabled={isNone}
      opacity={isNone ? 0.6 : 1}
      onClick={(event) => {
        event.preventDefault();
        if (!isNone) find(page);
      }}
    >
      {children}
    </Button>
  );
}

const Search = styled("div", { display: "flex", gap: "2" });

const Rows = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  maxH: "28rem",
  overflowY: "auto",
  "& > li + li": { borderTopWidth: "1px" },
  "& label": { px: "3", py: "2.5" },
  "& label:hover": { bg: "bg.hover" },
  "& span": { minW: "0", overflowWrap: "anywhere" },
  "& small": { color: "fg.muted", textStyle: "xs" },
});

const Pager = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
});
