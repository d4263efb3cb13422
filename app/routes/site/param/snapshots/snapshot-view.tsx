import { chakra } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { ParamLocks, ParamSite } from "../param-data.ts";
import { ComparePanel } from "./compare-panel.tsx";
import { RestorePanel } from "./restore-panel.tsx";
import { SnapshotList } from "./snapshot-list.tsx";
import { useReload } from "./use-reload.ts";

export type SnapshotViewProps = {
  site: ParamSite;
  locks: ParamLocks;
  changes: readonly ChangeRecord[];
  /** Loaded data of the page; when it is loaded again, snapshots and plans are, too. */
  loaded: unknown;
  /** Whether changes can be sent at present. */
  mayChange: boolean;
  /** States in the review what speaks against sending a change now. */
  notice?: ReactNode;
  onSubmitted: (change: ChangeRecord) => void;
};

/** The part below the list: a comparison of a snapshot, or the way back to it. */
type Task = { kind: "compare" | "restore"; snapshotId: number };

/** The snapshots of a site: their list, a comparison, and the restoration of one. Loaded when it is first opened. */
export default function SnapshotView(props: SnapshotViewProps) {
  const { site, locks, changes, loaded, mayChange, notice, onSubmitted } = props;
  const { t } = useTranslation("param");
  const problemText = useProblemText();
  const [task, setTask] = useState<Task | null>(null);
  const options = { keepPrevious: true };
  const siteKey = site.key;
  const snapshots = useApiQuery("POST /site/v2/setting/snapshots", { siteKey }, options);
  const known = useApiQuery("POST /site/v2/setting/list", { siteKey }, options);
  useReload(loaded, snapshots.refetch);
  useReload(loaded, known.refetch);
  const refusal = snapshots.refusal ?? known.refusal;
  const list = snapshots.data?.list ?? null;
  const settings = known.data?.settings ?? null;
  if (list === null || settings === null)
    return (
      <Frame>
        {refusal === null ? (
          <p role="status">{t("snapshots.loading")}</p>
        ) : (
          <Notice tone="fault">{problemText(refusal || "noServer")}</Notice>
        )}
      </Frame>
    );
  const shown = list.find(({ snapshotId }) => snapshotId === task?.snapshotId);
  return (
    <Frame>
      {list.length === 0 ? (
        <p role="status">{t("snapshots.empty")}</p>
      ) : (
        <SnapshotList
          list={list}
          settings={settings}
          timeZone={site.timeZone}
          chosen={task?.snapshotId ?? null}
          onCompare={(snapshotId) => setTask({ kind: "compare", snapshotId })}
          onRestore={(snapshotId) => setTask({ kind: "restore", snapshotId })}
        />
      )}
      {task?.kind === "restore" && shown !== undefined ? (
        <RestorePanel
          key={task.snapshotId}
          snapshot={shown}
          onClose={() => setTask(null)}
          {...{ site, settings, locks, changes, loaded, mayChange, notice, onSubmitted }}
        />
      ) : (
        <ComparePanel
          key={task?.snapshotId ?? "sites"}
          list={list}
          first={task?.snapshotId ?? null}
          {...{ site, settings }}
        />
      )}
    </Frame>
  );
}

const Frame = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "5",
    pt: "4",
    minW: "0",
  },
});
