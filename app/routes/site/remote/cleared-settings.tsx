import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { Link } from "react-router";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { ParamLocks } from "../param/param-data.ts";
import type { Setting } from "../param/setting.ts";
import { DifferenceList } from "../param/snapshots/difference-list.tsx";
import { RestorePanel } from "../param/snapshots/restore-panel.tsx";
import { useReload } from "../param/snapshots/use-reload.ts";
import { findSnapshotBefore, type RemoteSite, type UpdateRecord } from "./remote-data.ts";

type ClearedSettingsProps = {
  /** Settings of the updated equipment that differ from before the update. */
  cleared: readonly Setting[];
  update: UpdateRecord;
  site: RemoteSite;
  locks: ParamLocks;
  changes: readonly ChangeRecord[];
  /** Loaded data of the page; when it is loaded again, the restoration is, too. */
  loaded: unknown;
  mayChange: boolean;
  onSubmitted: (change: ChangeRecord) => void;
};

/** The settings that an update has changed, and the way back to their values before it. */
export function ClearedSettings(props: ClearedSettingsProps) {
  const { cleared, site } = props;
  const { t } = useTranslation(["remote", "common"]);
  const [isRestoring, restore] = useState(false);
  const page = t("common:navigation.parameters");
  return (
    <div data-cleared={cleared.length}>
      <Section
        stacked
        title={t("cleared.title")}
        text={t("cleared.text", { count: cleared.length })}
        {...(!isRestoring && {
          aside: (
            <Button size="sm" minH={{ base: "11", md: "9" }} onClick={() => restore(true)}>
              {t("cleared.restore")}
            </Button>
          ),
        })}
      >
        {isRestoring ? (
          <Restoration {...props} onClose={() => restore(false)} />
        ) : (
          <DifferenceList
            list={cleared.flatMap(({ address, drift }) =>
              drift === null ? [] : [{ address, from: drift.from, to: drift.to }],
            )}
            settings={cleared}
          />
        )}
        <p>
          <Link to={`/param${site.search}`}>{t("cleared.keep", { page })}</Link>
        </p>
      </Section>
    </div>
  );
}

function Restoration(props: ClearedSettingsProps & { onClose: () => void }) {
  const { cleared, update, site, locks, changes, loaded, mayChange } = props;
  const { onSubmitted, onClose } = props;
  const { t } = useTranslation(["remote", "common"]);
  const problemText = useProblemText();
  const options = { keepPrevious: true };
  const siteKey = site.key;
  const snapshots = useApiQuery("POST /site/v2/setting/snapshots", { siteKey }, options);
  const known = useApiQuery("POST /site/v2/setting/list", { siteKey }, options);
  useReload(loaded, known.refetch);
  const refusal = snapshots.refusal ?? known.refusal;
  if (snapshots.data === null || known.data === null)
    return refusal === null ? (
      <p role="status">{t("cleared.loading")}</p>
    ) : (
      <Notice tone="fault">{problemText(refusal || "noServer")}</Notice>
    );
  const snapshot = findSnapshotBefore(snapshots.data.list, update.at, cleared);
  if (snapshot === null)
    return (
      <Notice tone="warning">
        {t("cleared.noSnapshot", { page: t("common:navigation.parameters") })}
      </Notice>
    );
  return (
    <RestorePanel
      snapshot={snapshot}
      settings={known.data.settings}
      {...{ site, locks, changes, loaded, mayChange, onSubmitted, onClose }}
    />
  );
}
