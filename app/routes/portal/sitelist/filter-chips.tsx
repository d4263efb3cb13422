import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { useAreaText } from "./area-text.ts";
import { countryName } from "./country-name.ts";
import { isAttention, type ListQuery, listAddress, NO_FILTERS } from "./list-query.ts";
import { isOnly } from "./tally-strip.tsx";

/** Active filters, each with a button to remove it; filters with a switch of their own are omitted. */
export function FilterChips({ query }: { query: ListQuery }) {
  const { t, i18n } = useTranslation("listtools");
  const { t: common } = useTranslation();
  const areaText = useAreaText();
  const chips: [label: string, without: Partial<ListQuery>][] = [];
  const [status] = query.status;
  // A single status is marked in the strip of tallies.
  if (!isAttention(query) && !(status !== undefined && isOnly(query, status)))
    for (const wanted of query.status)
      chips.push([
        common(`siteStatus.${wanted}`),
        { status: query.status.filter((one) => one !== wanted) },
      ]);
  if (query.tag !== "") chips.push([query.tag, { tag: "" }]);
  if (query.country !== "")
    chips.push([countryName(query.country, i18n.language), { country: "" }]);
  if (query.area !== null) chips.push([areaText(query.area), { area: null }]);
  if (chips.length === 0) return null;
  return (
    <Chips>
      {chips.map(([filter, without]) => (
        <Link
          key={filter}
          to={listAddress(query, without)}
          aria-label={t("filter.remove", { filter })}
          replace
        >
          <bdi>{filter}</bdi>
          <Icon name="close" size="0.9em" />
        </Link>
      ))}
      <Link to={listAddress(query, { ...NO_FILTERS, search: query.search })} replace>
        {t("filter.clear")}
      </Link>
    </Chips>
  );
}

const Chips = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  mb: "4",
  alignItems: "center",
  textStyle: "sm",
  "& > a": { borderRadius: "full", focusVisibleRing: "outside", px: "1", color: "fg.muted" },
  "& > a:has(svg)": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    bg: "brand.subtle",
    color: "fg",
    px: "3",
    py: "1",
    maxW: "full",
    overflowWrap: "anywhere",
  },
  "& > a:hover": { color: "fg", textDecoration: "underline" },
  "@media (pointer: coarse)": {
    "& > a": { display: "inline-flex", alignItems: "center", minH: "11" },
  },
});
