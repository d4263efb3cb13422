import { useTranslation } from "../../../i18n/use-translation.ts";
import { looksOf, styled } from "../../../theme/styled.tsx";
import { useFollowedLinks } from "../../../ui/use-followed-links.ts";
import { downloadAddress, type ListQuery, listAddress } from "./list-query.ts";

type ListHeadProps = { query: ListQuery; total: number | null; demo: boolean };

/** What the page is, and what else can be done with the list; the demo account only looks at it. */
export function ListHead({ query, total, demo }: ListHeadProps) {
  const { t } = useTranslation("sitelist");
  const { t: tools } = useTranslation("listtools");
  const follow = useFollowedLinks();
  return (
    <Head>
      <h1>{t("title")}</h1>
      {total !== null && <p>{t("count", { count: total })}</p>}
      {!demo && (
        <nav aria-label={tools("actions")}>
          {total !== null && total > 0 && (
            <>
              <Plain href={downloadAddress(query)} download>
                {tools("download")}
              </Plain>
              <Plain href={listAddress(query, { view: "table", picking: true })} onClick={follow}>
                {tools("administrators")}
              </Plain>
            </>
          )}
          <Add href="/addsite" onClick={follow}>
            {tools("add")}
          </Add>
        </nav>
      )}
    </Head>
  );
}

const Head = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "3",
  rowGap: "2",
  mb: "4",
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
    ms: { md: "auto" },
  },
});

const Plain = styled("a", looksOf("button", { variant: "ghost", size: "sm" }), {
  px: { base: "2.5", md: "3.5" },
});
/** On a narrow window what a new owner looks for comes first. */
const Add = styled("a", looksOf("button", { variant: "solid", size: "sm" }), {
  order: { base: "-1", md: "0" },
});
