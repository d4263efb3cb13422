import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { Segments } from "#app/ui/segments.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { CabinetView } from "./cabinet/cabinet-view.tsx";
import { ChangeBar } from "./change-bar.tsx";
import { ChangeHistory } from "./change-history.tsx";
import { isOpen } from "./change-outcome.ts";
import { ChangeProgress } from "./change-progress.tsx";
import { ControlsView } from "./controls/controls-view.tsx";
import { CONTROLS_SECTION } from "./controls/list-controls.ts";
import { DeviceSearch } from "./device-search.tsx";
import { LocksSection } from "./locks-section.tsx";
import { type ParamData, type ParamFilter, paramAddress, type Refusal } from "./param-data.ts";
import { SectionNav } from "./section-nav.tsx";
import type { Setting } from "./setting.ts";
import { inputOf, listChanged, type RequestItem } from "./setting-draft.ts";
import { findSettings, listSections, settingsOfTab } from "./setting-groups.ts";
import { SnapshotsSection } from "./snapshots/snapshots-section.tsx";
import { StateNotices, useIsOnline } from "./state-notices.tsx";
import { Columns } from "./styles.ts";
import { useSettingDraft } from "./use-setting-draft.ts";
import { useSettingText } from "./use-setting-text.ts";
import { TimetableSection } from "./week/timetable-section.tsx";

const ReviewDialog = lazyComponent(() => import("./review-dialog.tsx"));

type ParamViewProps = ParamData & { filter: ParamFilter };

/** The page of the settings: what prevents changes, the settings, the present change, and those before. */
export function ParamView(props: ParamViewProps) {
  const { t } = useTranslation("param");
  const { locks, may, site, changes, device, filter, settings } = props;
  const [followed, follow] = useState<ChangeRecord | null>(
    () => changes.list.find((change) => isOpen(change)) ?? null,
  );
  return (
    <ListPage level={2} title={t("title")} text={t("text")}>
      <StateNotices locks={locks} may={may} changes={changes} />
      {device === null ? (
        <EmptyList>
          <Icon name="sliders" size="2.5rem" />
          <p role="status">{t(locks.isOnline ? "state.empty" : "state.emptyOffline")}</p>
        </EmptyList>
      ) : (
        <Settings key={device} {...props} device={device} followed={followed} follow={follow} />
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
};

function Settings(props: SettingsProps) {
  const { site, may, locks, devices, device, settings, changes, filter, followed, follow } = props;
  const { now } = props;
  const { t } = useTranslation("param");
  const { nameOf } = useSettingText();
  const sections = listSections(settings);
  const [view, setView] = useState({ section: filter.section, tab: filter.tab });
  const [search, setSearch] = useState(filter.search);
  const [refusals, refuse] = useState<readonly Refusal[]>([]);
  const [review, setReview] = useState<"unused" | "open" | "closed">("unused");
  const { draft, type, clear, rebase } = useSettingDraft(device, settings);
  const isOnline = useIsOnline(locks.isOnline);
  const section = sections.find(({ name }) => name === view.section) ?? sections[0];
  const isSearching = search.trim() !== "";
  const hasControls = props.controls.length > 0;
  const isOnControls = hasControls && !isSearching && view.section === CONTROLS_SECTION;
  const own = new Set(settings.map(({ address }) => address));
  const known = [...settings, ...props.controls.filter(({ address }) => !own.has(address))];
  const shown = isSearching
    ? findSettings(settings, search, nameOf)
    : section === undefined
      ? []
      : settingsOfTab(section, view.tab);
  const changed = listChanged(settings, draft);
  const blocked = !isOnline
    ? "offline"
    : !locks.hasRemoteControl
      ? "noRemoteControl"
      : locks.isLocked
        ? "locked"
        : null;
  const kept = { ...filter, ...view, search };
  useEffect(() => keepInAddress(paramAddress(site.search, kept)));
  const choose = (name: string, tab: string | null) => {
    setView({ section: name, tab });
    setSearch("");
  };
  const typeInto = (setting: Setting, typed: string) => {
    refuse(refusals.filter(({ address }) => address !== setting.address));
    type(setting, typed);
  };
  // An undo is a change of its own, which is shown before it is sent.
  const undo = (items: readonly RequestItem[]) => {
    for (const { address, value } of items) {
      const setting = settings.find((one) => one.address === address);
      const typed = setting === undefined ? null : inputOf(setting, value);
      if (setting !== undefined && typed !== null) type(setting, typed);
    }
    setReview("open");
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
      <DeviceSearch
        site={site}
        devices={devices}
        device={device}
        search={search}
        onSearch={setSearch}
      />
      <Columns>
        <SectionNav
          sections={sections}
          chosen={isSearching ? null : isOnControls ? CONTROLS_SECTION : (section?.name ?? null)}
          draft={draft}
          search={site.search}
          filter={filter}
          hasControls={hasControls}
          onChoose={choose}
        />
        {isOnControls ? (
          <Suspense fallback={<div />}>
            <ControlsView
              site={site}
              locks={locks}
              controls={props.controls}
              guards={props.guards}
              now={now}
              changes={changes.list}
              onSubmitted={follow}
            />
          </Suspense>
        ) : (
          <div>
            <h3>
              {isSearching
                ? t("search.found", { count: shown.length })
                : t(`section.${(section?.name ?? "other") as "system"}`)}
            </h3>
            {!isSearching && section !== undefined && section.tabs.length > 1 && (
              <Segments
                label={t("tabs")}
                options={section.tabs.map((name) => ({ name, text: t(`tab.${name as "basic"}`) }))}
                chosen={view.tab ?? section.tabs[0] ?? null}
                onChoose={(tab) => choose(section.name, tab)}
              />
            )}
            {shown.length === 0 && <p role="status">{t("search.none")}</p>}
            {section?.name === "cabinet" && !isSearching && (
              <Suspense>
                <CabinetView
                  settings={shown}
                  draft={draft}
                  isReadOnly={!may.configure}
                  type={typeInto}
                />
              </Suspense>
            )}
            <TimetableSection
              section={isSearching ? "" : (section?.name ?? "")}
              now={now}
              shown={shown}
              draft={draft}
              refusals={refusals}
              site={site}
              settings={settings}
              isReadOnly={!may.configure}
              type={typeInto}
              rebase={rebase}
            />
          </div>
        )}
      </Columns>
      {changed.length > 0 && may.configure && (
        <ChangeBar
          changed={changed}
          total={settings.length}
          blocked={blocked}
          onReview={() => setReview("open")}
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
          mayChange={blocked === null}
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

/** Keeps the view in the address of the page without a request: the page has all settings already. */
function keepInAddress(address: string): void {
  if (location.pathname + location.search === address) return;
  history.replaceState(history.state, "", address + location.hash);
}
