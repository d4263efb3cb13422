import { useLocation, useRevalidator } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { DownloadRow, type DownloadTask } from "./download-row.tsx";
import { OrderPanel } from "./order-panel.tsx";

/** Interval at which the progress is read, ms. */
const POLL_MS = 2 * SECOND_MS;

type DownloadViewProps = {
  rows: readonly DownloadTask[];
  timeZone: string;
  /** Server time, ms UTC. */
  now: number;
  page: number;
  pages: number;
  search: string;
};

/** The user's exports of a site, and the panel that orders another one. */
export function DownloadView({ rows, timeZone, now, page, pages, search }: DownloadViewProps) {
  const { t } = useTranslation("exports");
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const isPreparing = rows.some(({ state }) => state === "preparing");
  usePolling(() => void revalidate(), isPreparing ? POLL_MS : null);
  return (
    <ListPage
      level={2}
      title={t("title")}
      text={t("text")}
      tools={<OrderPanel timeZone={timeZone} now={now} />}
    >
      {rows.length === 0 ? (
        <EmptyList>{t("empty")}</EmptyList>
      ) : (
        <List aria-label={t("list")}>
          {rows.map((task) => (
            <DownloadRow key={task.taskId} task={task} timeZone={timeZone} />
          ))}
        </List>
      )}
      <Pager page={page} pages={pages} addressOf={(to) => `${pathname}${search}&page=${to}`} />
    </ListPage>
  );
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > li": {
    layerStyle: "card",
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) auto" },
    alignItems: "center",
    gap: "3",
    px: { base: "4", md: "5" },
    py: "4",
  },
  "& h3": { fontWeight: "semibold", overflowWrap: "anywhere" },
  "& [data-facts]": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    color: "fg.muted",
  },
  "& [data-state]": { fontWeight: "medium" },
  "& [data-state='downloadable'], & [data-state='downloaded']": { color: "good" },
  "& [data-state='preparing']": { color: "info" },
  "& [data-state='failed']": { color: "fault" },
  "& progress": { w: "full", h: "2", accentColor: "{colors.brand.solid}" },
  "& [data-tools]": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" },
});
