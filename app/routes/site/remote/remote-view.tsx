import { Button } from "@chakra-ui/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { isOpen } from "../param/change-outcome.ts";
import { ChangeProgress } from "../param/change-progress.tsx";
import { useIsOnline } from "../param/state-notices.tsx";
import { ClearedSettings } from "./cleared-settings.tsx";
import { EquipmentSection } from "./equipment-section.tsx";
import { findCleared, isOffered, type OfferedRow, type RemoteData } from "./remote-data.ts";
import { RemoteNotices } from "./remote-notices.tsx";
import { UpdateHistory } from "./update-history.tsx";
import { UpdateProgress } from "./update-progress.tsx";

const UpdateDialog = lazyComponent(() => import("./update-dialog.tsx"));
const UpdateAllDialog = lazyComponent(() => import("./update-all-dialog.tsx"));
const ConfigurationDialog = lazyComponent(() => import("./configuration-dialog.tsx"));

/** While something is transferred or installed, during a restart or a rollout, and otherwise. */
const MOVING_MS = 2 * SECOND_MS;
const RESTARTING_MS = 10 * SECOND_MS;
const RESTING_MS = 60 * SECOND_MS;
/** Interval at which settings are loaded again while new firmware proves itself. */
const SETTLING_MS = 20 * SECOND_MS;

/** The page of firmware: what prevents updates, the present update, the equipment, and the updates before. */
export function RemoteView(props: RemoteData) {
  const { t } = useTranslation("remote");
  const { site, locks, drifts, changes } = props;
  const { updates, hasFailed, refetch } = useUpdates(props);
  const isOnline = useIsOnline(updates.online);
  const [chosen, choose] = useState<OfferedRow | null>(null);
  const [open, setOpen] = useState<"update" | "all" | "configuration" | null>(null);
  const [isUsed, use] = useState<{ all?: true; configuration?: true }>({});
  const [hasBegunAll, beginAll] = useState(false);
  const [dismissed, dismiss] = useState<string | null>(null);
  const [followed, follow] = useState<ChangeRecord | null>(
    () => changes.list.find((change) => isOpen(change)) ?? null,
  );
  const { list, rollout } = updates;
  // From here on the rollout itself is shown, also after its end.
  if (hasBegunAll && rollout !== null) beginAll(false);
  const refusal = !isOnline ? "offline" : updates.refusal;
  const offered = list.filter(isOffered);
  const [newest] = updates.updates;
  const isShown = newest !== undefined && newest.updateId !== dismissed;
  const cleared = findCleared(drifts, newest);
  const mayChange = isOnline && locks.hasRemoteControl && !locks.isLocked;
  const close = () => setOpen(null);
  return (
    <ListPage
      level={2}
      title={t("title")}
      text={t("text")}
      tools={
        <>
          <Button
            variant="outline"
            bg="bg.panel"
            onClick={() => {
              use((before) => ({ ...before, configuration: true }));
              setOpen("configuration");
            }}
          >
            <Icon name="sliders" />
            {t("configure")}
          </Button>
          {offered.length > 1 && refusal === null && rollout === null && !hasBegunAll && (
            <Button
              onClick={() => {
                use((before) => ({ ...before, all: true }));
                setOpen("all");
              }}
            >
              {t("update.all")}
            </Button>
          )}
        </>
      }
    >
      <RemoteNotices
        // Equipment that restarts may take its logger offline.
        refusal={newest?.state === "restarting" && refusal === "offline" ? null : refusal}
        updates={updates}
        site={site}
      />
      {hasFailed && <Notice tone="warning">{t("state.failed")}</Notice>}
      {hasBegunAll && rollout === null && <Notice tone="good">{t("allDialog.done")}</Notice>}
      {isShown && (newest.state !== "ended" || isRecent(newest.endedAt, props.now)) && (
        <UpdateProgress
          key={newest.updateId}
          record={newest}
          awaited={updates.awaited}
          list={list}
          site={site}
          now={props.now}
          onDismiss={() => dismiss(newest.updateId)}
          onChanged={refetch}
        />
      )}
      {cleared.length > 0 && newest !== undefined && (
        <ClearedSettings
          cleared={cleared}
          update={newest}
          mayChange={mayChange}
          onSubmitted={follow}
          {...{ site, locks, changes: changes.list, loaded: drifts }}
        />
      )}
      {followed !== null && open !== "configuration" && (
        <ChangeProgress
          key={followed.changeId}
          siteKey={site.key}
          change={followed}
          settings={[...drifts, ...props.controls]}
          mayChange={false}
          onUndo={() => {}}
          onDismiss={() => follow(null)}
        />
      )}
      {list.length === 0 ? (
        <EmptyList>
          <Icon name="module" size="2.5rem" />
          <p role="status">
            <b>{t("empty.title")}</b>
            <br />
            {t(isOnline ? "empty.online" : "empty.offline")}
          </p>
        </EmptyList>
      ) : (
        <EquipmentSection
          updates={updates}
          refusal={refusal ?? (rollout === null ? null : "busy")}
          onChoose={(row) => {
            choose(row);
            setOpen("update");
          }}
        />
      )}
      <UpdateHistory updates={updates} timeZone={site.timeZone} />
      <Suspense>
        {chosen !== null && (
          <UpdateDialog
            key={`${chosen.address} ${chosen.component} ${chosen.available.releaseId}`}
            open={open === "update"}
            row={chosen}
            updates={updates}
            isOnline={isOnline}
            locks={locks}
            onClose={close}
            onDone={() => {
              close();
              dismiss(null);
              refetch();
            }}
          />
        )}
        {isUsed.all && (
          <UpdateAllDialog
            open={open === "all"}
            rows={offered}
            list={list}
            onClose={close}
            onDone={() => {
              close();
              beginAll(true);
              refetch();
            }}
          />
        )}
        {isUsed.configuration && (
          <ConfigurationDialog
            {...props}
            open={open === "configuration"}
            isOnline={isOnline}
            followed={followed}
            follow={follow}
            onClose={close}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

/** The result of an update stays above the list for this long, ms. */
const RECENT_MS = 86_400 * SECOND_MS;

function isRecent(endedAt: number | null, now: number): boolean {
  return endedAt !== null && now - endedAt < RECENT_MS;
}

/** The updates as they were loaded or are known since; the page is loaded again when settings may have changed. */
function useUpdates({ site, updates: loaded }: RemoteData) {
  const { revalidate } = useRevalidator();
  const latest = useRef(loaded);
  const [newest] = latest.current.updates;
  const isMoving = newest !== undefined && newest.state !== "ended";
  const isSlow = newest?.state === "restarting" || latest.current.rollout !== null;
  const pollMs =
    isMoving && newest.state !== "restarting" ? MOVING_MS : isSlow ? RESTARTING_MS : RESTING_MS;
  const { data, refusal, refetch } = useApiQuery(
    "POST /site/v2/equipment/getUpdateInfoBySiteId",
    { siteKey: site.key },
    { pollMs, keepPrevious: true },
  );
  const isOnline = useIsOnline(loaded.online);
  const updates = data ?? loaded;
  latest.current = updates;
  const [shown] = updates.updates;
  // Settings are read again once the new version is reported, and the connection decides what can begin.
  const step = `${shown?.updateId} ${shown?.result} ${updates.awaited?.hasVersion}`;
  const known = useRef({ step, isOnline });
  useEffect(() => {
    const before = known.current;
    known.current = { step, isOnline };
    if (before.isOnline !== isOnline) refetch();
    if (before.step !== step) void revalidate();
  }, [step, isOnline, refetch, revalidate]);
  // Settings that an update has cleared are known some time after its version.
  usePolling(() => void revalidate(), isMoving && updates.awaited?.hasVersion ? SETTLING_MS : null);
  return { updates, hasFailed: refusal !== null, refetch };
}
