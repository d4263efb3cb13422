import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { type ListQuery, listAddress } from "./list-query.ts";

type SelectionBarProps = {
  query: ListQuery;
  selected: ReadonlySet<number>;
  onAll(): void;
  onClear(): void;
};

/** Maximum number of sites of one change, as in tag-sites.server.ts and for administrators. */
const MAX_SITES = 100;

const AdministratorsDialog = lazyComponent(() => import("./administrators-dialog.tsx"));

const TagsDialog = lazyComponent(() => import("./tags-dialog.tsx"));

/** Actions on the selected sites. */
export function SelectionBar({ query, selected, onAll, onClear }: SelectionBarProps) {
  const { t } = useTranslation("listtools");
  const [open, setOpen] = useState<"administrators" | "tags" | null>(null);
  const dialogProps = { siteIds: [...selected], onClose: () => setOpen(null) };
  const isNone = selected.size === 0;
  const isTooMany = selected.size > MAX_SITES;
  const isMap = query.view === "map";
  return (
    <Bar role="group" aria-label={t("selection.start")}>
      <p>
        <b role="status">{t("selection.count", { count: selected.size })}</b>
        <small role="status">
          {isTooMany
            ? t("selection.tooMany", { count: MAX_SITES })
            : [t("selection.own"), isMap && t("selection.onMap")].filter(Boolean).join(" ")}
        </small>
      </p>
      <Button size="sm" variant="outline" onClick={onAll}>
        {t(isMap ? "selection.map" : "selection.page")}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear} disabled={isNone}>
        {t("selection.clear")}
      </Button>
      <Button
        size="sm"
        variant="outline"
        onClick={() => setOpen("tags")}
        disabled={isNone || isTooMany}
      >
        {t("selection.tag")}
      </Button>
      <Button size="sm" onClick={() => setOpen("administrators")} disabled={isNone || isTooMany}>
        {t("selection.set")}
      </Button>
      <Button size="sm" variant="ghost" asChild>
        <Link to={listAddress(query, { picking: false, page: query.page })}>
          {t("selection.done")}
        </Link>
      </Button>
      <Suspense>
        {open === "administrators" && <AdministratorsDialog {...dialogProps} />}
        {open === "tags" && <TagsDialog {...dialogProps} />}
      </Suspense>
    </Bar>
  );
}

const Bar = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "2",
  px: "4",
  py: "3",
  mb: "4",
  position: "sticky",
  top: "16",
  zIndex: "docked",
  "& > p": { flex: "1 1 14rem" },
  "& b": { display: "block", fontWeight: "semibold" },
  "& small": { color: "fg.muted", textStyle: "xs" },
});
