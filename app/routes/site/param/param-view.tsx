import { Suspense, useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { ChangeBar } from "./change-bar.tsx";
import { ChangeHistory } from "./change-history.tsx";
import { isOpen } from "./change-outcome.ts";
import { ChangeProgress } from "./change-progress.tsx";
import { LocksSection } from "./locks-section.tsx";
import type { ParamData, ParamFilter, Refusal } from "./param-data.ts";
import type { Setting } from "./setting.ts";
import { inputOf, listChanged, type RequestItem } from "./setting-draft.ts";
import { SettingsBrowser } from "./settings-browser.tsx";
import { SnapshotsSection } from "./snapshots/snapshots-section.tsx";
import { StateNotices, useIsOnline } from "./state-notices.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { useSettingDraft } from "./use-setting-draft.ts";

const ReviewDialog = lazyComponent(() => import("./review-dialog.tsx"));

/** Interval at which the page is loaded again while an update of firmware has priority. */
const UPDATE_POLL_MS = 30 * SECOND_MS;

type ParamViewProps = ParamData & { filter: ParamFilter };

/** The page of the settings: what prevents changes, the settings, the present change, and those before. */
export function ParamView(props: ParamViewProps) {
  const { t } = useTranslation("param");
  const { locks, may, site, changes, device, devices, filter, settings, update } = props;
  const { revalidate } = useRevalidator();
  usePolling(() => void revalidate(), update === null ? null : UPDATE_POLL_MS);
  const [followed, follow] = useState<ChangeRecord | null>(
    () => changes.list.find((change) => isOpen(change)) ?? null,
  );
  return (
    <ListPage level={2} title={t("title")} text={t("text")}>
      <StateNotices locks={locks} may={may} changes={changes} />
      {may.configure && (
        <UpdateNotice
          update={update}
          devices={devices}
          href={may.update ? `/remote${site.search}` : null}
        />
      )}
      {device === null ? (
        <EmptyList>
          <Icon name="sliders" size="2.5rem" />
          <p role="status">{t(locks.isOnline ? "state.empty" : "state.emptyOffline")}</p>
        </EmptyList>
      ) : (
        <Settings
          key={device}
          {...props}
          device={device}
          followed={followed}
          follow={follow}
          onReview={() => void revalidate()}
        />
      )}
      {device === null && may.configure && (
        <ChangeHistory
          filter={filter}
          site={site}
          changes={changes}
          settings={settings}
          mayChange={false}
          onUndo={() => {}}
        />
      )}
      <LocksSection locks={locks} may={may} timeZone={site.timeZone} />
      {settings.some(({ whenOff }) => whenOff) && <p data-note>{t("asterisk")}</p>}
    </ListPage>
  );
}

type SettingsProps = ParamViewProps & {
  device: string;
  followed: ChangeRecord | null;
  follow: (change: ChangeRecord | null) => void;
  /** Loads the page again, so that the review shows an update that has begun meanwhile. */
  onReview: () => void;
};

function Settings(props: SettingsProps) {
  const { site, may, locks, device, settings, changes, filter, followed, follow, onReview } = props;
  const [refusals, refuse] = useState<readonly Refusal[]>([]);
  const [review, setReview] = useState<"unused" | "open" | "closed">("unused");
  const { draft, type, clear, rebase } = useSettingDraft(device, settings);
  const isOnline = useIsOnline(locks.isOnline);
  const own = new Set(settings.map(({ address }) => address));
  const known = [...settings, ...props.controls.filter(({ address }) => !own.has(address))];
  const changed = listChanged(settings, draft);
  const blocked = !isOnline
    ? "offline"
    : !locks.hasRemoteControl
      ? "noRemoteControl"
      : locks.isLocked
        ? "locked"
        : null;
  const typeInto = useCallback(
    (setting: Setting, typed: string) => {
      refuse((before) => without(before, setting.address));
      type(setting, typed);
    },
    [type],
  );
  const notice = <UpdateNotice update={props.update} devices={props.devices} href={null} />;
  const openReview = () => {
    setReview("open");
    onReview();
  };
  // An undo is a change of its own, which is shown before it is sent.
  const undo = (items: readonly RequestItem[]) => {
    for (const { address, value } of items) {
      const setting = settings.find((one) => one.address === address);
      const typed = setting === undefined ? null : inputOf(setting, value);
      if (setting !== undefined && typed !== null) type(setting, typed);
    }
    openReview();
  };
  return (
    <>
      {followed !== null && (
        <ChangeProgress
          key={followed.changeId}
          siteKey={site.key}
          change={followed}
          settings={known}
          mayChange={may.configure}
          onUndo={undo}
          onDismiss={() => follow(null)}
        />
      )}
      <SettingsBrowser
        {...props}
        draft={draft}
        refusals={refusals}
        type={typeInto}
        rebase={rebase}
      />
      {changed.length > 0 && may.configure && (
        <ChangeBar
          changed={changed}
          total={settings.length}
          blocked={blocked}
          onReview={openReview}
          onDiscard={() => {
            clear();
            refuse([]);
          }}
        />
      )}
      {may.configure && (
        <ChangeHistory
          filter={filter}
          site={site}
          changes={changes}
          settings={settings}
          mayChange={blocked === null}
          onUndo={undo}
        />
      )}
      {may.configure && (
        <SnapshotsSection
          site={site}
          locks={locks}
          changes={changes.list}
          loaded={settings}
          mayChange={blocked === null}
          notice={notice}
          onSubmitted={follow}
        />
      )}
      {review !== "unused" && (
        <Suspense>
          <ReviewDialog
            open={review === "open" && changed.length > 0}
            changed={changed.filter(({ problem }) => problem === null)}
            settings={settings}
            locks={locks}
            notice={notice}
            onRebase={rebase}
            onClose={() => setReview("closed")}
            onRefused={refuse}
            onSubmitted={(change) => {
              setReview("closed");
              clear(change.items.map(({ address }) => address));
              refuse([]);
              follow(change);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns the refusals without those of a setting; the same list if there are none. */
function without(refusals: readonly Refusal[], address: string): readonly Refusal[] {
  return refusals.some((one) => one.address === address)
    ? refusals.filter((one) => one.address !== address)
    : refusals;
}
