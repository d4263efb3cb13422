import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { useClientNavigation } from "#app/ui/use-client-navigation.ts";
import { downloadAddress, type ListQuery, listAddress } from "./list-query.ts";

type ListHeadProps = {
  query: ListQuery;
  total: number;
  /** Whether the user owns a site, which can be selected. */
  maySelect: boolean;
  demo: boolean;
};

/** Title of the page and actions on the list; the demo account has no actions. */
export function ListHead({ query, total, maySelect, demo }: ListHeadProps) {
  const { t } = useTranslation("sitelist");
  const { t: tools } = useTranslation("listtools");
  const follow = useClientNavigation();
  return (
    <Head>
      <h1>{t("title")}</h1>
      <p>{t("count", { count: total })}</p>
      {!demo && (
        <nav aria-label={tools("actions")}>
          {total > 0 && (
            <>
              <Plain href={downloadAddress(query)} download>
                {tools("download")}
              </Plain>
              {maySelect && (
                <Plain
                  href={listAddress(query, { picking: !query.picking, page: query.page })}
                  aria-current={query.picking ? "true" : undefined}
                  data-outline
                  onClick={follow}
                >
                  {tools("selection.start")}
                </Plain>
              )}
            </>
          )}
          <Add href="/addsite" onClick={follow} data-only={total === 0 || undefined}>
            <Icon name="plus" size="1.1em" />
            <span>{tools("add")}</span>
          </Add>
        </nav>
      )}
    </Head>
  );
}

const Head = styled("div", {
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "3",
  rowGap: "1",
  mb: { base: "3", md: "4" },
  "& h1": {
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
  },
  "& p": { color: "fg.muted", textStyle: "sm" },
  "& nav": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: { base: "1", md: "2" },
    // The texts of the buttons are aligned with those of the page.
    ms: { base: "-2.5", md: "auto" },
    w: { base: "full", md: "auto" },
  },
});

const Plain = styled("a", styleOf("button", { variant: "ghost", size: "sm" }), {
  px: { base: "2.5", md: "3.5" },
  "&[data-outline]": { borderColor: "border", bg: "bg.panel" },
  "&[aria-current]": { bg: "brand.subtle" },
  "@media (pointer: coarse)": { minH: "11" },
});
/** A narrow window shows only an icon beside the title; an empty list has the whole button in its middle. */
const Add = styled("a", styleOf("button", { variant: "solid", size: "sm" }), {
  "@media (pointer: coarse)": { minH: "11", minW: "11" },
  mdDown: {
    position: "absolute",
    top: "-1",
    insetEnd: "0",
    px: "2.5",
    "& > span": { srOnly: true },
    "&[data-only]": { display: "none" },
  },
});
