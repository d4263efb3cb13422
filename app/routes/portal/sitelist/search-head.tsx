import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { countryName } from "./country-name.ts";
import { type ListQuery, listAddress } from "./list-query.ts";
import { SearchField } from "./search-field.tsx";

type Counted = { sites: number };
type SearchHeadProps = {
  query: ListQuery;
  filters: {
    tags: readonly (Counted & { name: string })[];
    countries: readonly (Counted & { code: string })[];
  };
};

/** Maximum number of links of a kind; the filters have all of them. */
const MAX_SHOWN = 12;

/** A large search field and the most frequent tags and countries as links. */
export function SearchHead({ query, filters }: SearchHeadProps) {
  const { t, i18n } = useTranslation("listtools");
  const tags = maxOf(filters.tags).map(({ name, sites }) => ({
    name,
    sites,
    to: listAddress(query, { tag: query.tag === name ? "" : name }),
    isCurrent: query.tag === name,
  }));
  const countries = maxOf(filters.countries).map(({ code, sites }) => ({
    name: countryName(code, i18n.language),
    sites,
    to: listAddress(query, { country: query.country === code ? "" : code }),
    isCurrent: query.country === code,
  }));
  // After input the results come first.
  const isOffered = ({ isCurrent }: { isCurrent: boolean }) => isCurrent || query.search === "";
  return (
    <Head>
      <h2>{t("search.title")}</h2>
      <SearchField query={query} big />
      <p>{t("search.hint")}</p>
      <Choices label={t("search.tags")} choices={tags.filter(isOffered)} />
      <Choices label={t("search.countries")} choices={countries.filter(isOffered)} />
    </Head>
  );
}

type ChoicesProps = {
  label: string;
  choices: readonly (Counted & { name: string; to: string; isCurrent: boolean })[];
};

function Choices({ label, choices }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <nav aria-label={label}>
      {choices.map(({ name, sites, to, isCurrent }) => (
        <Link key={name} to={to} replace aria-current={isCurrent ? "true" : undefined}>
          <bdi>{name}</bdi> <small>{sites}</small>
        </Link>
      ))}
    </nav>
  );
}

function maxOf<One extends Counted>(counted: readonly One[]): One[] {
  return counted.toSorted((one, other) => other.sites - one.sites).slice(0, MAX_SHOWN);
}

const Head = styled("section", {
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "3",
  py: { base: "4", md: "8" },
  mb: "4",
  "& h2": { textStyle: "xl", fontWeight: "semibold" },
  "& p": { color: "fg.muted", textStyle: "sm", textAlign: "center" },
  "& nav": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "center",
    gap: "2",
    w: "full",
    maxW: "3xl",
  },
  "& nav a": {
    px: "3",
    py: "1",
    borderRadius: "full",
    borderWidth: "1px",
    bg: "bg.panel",
    textStyle: "sm",
    maxW: "full",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "@media (pointer: coarse)": {
      display: "inline-flex",
      alignItems: "center",
      gap: "1.5",
      minH: "11",
    },
    "&[aria-current]": { bg: "brand.subtle", borderColor: "brand.solid" },
  },
  "& nav bdi": { overflowWrap: "anywhere" },
  "& nav small": { color: "fg.muted" },
});
