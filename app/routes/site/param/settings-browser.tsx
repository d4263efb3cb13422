import { memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Segments } from "#app/ui/segments.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { CabinetView } from "./cabinet/cabinet-view.tsx";
import { ControlsView } from "./controls/controls-view.tsx";
import { CONTROLS_SECTION } from "./controls/list-controls.ts";
import { DeviceSearch } from "./device-search.tsx";
import { type ParamData, type ParamFilter, paramAddress, type Refusal } from "./param-data.ts";
import { SectionNav } from "./section-nav.tsx";
import type { Setting } from "./setting.ts";
import type { Draft } from "./setting-draft.ts";
import {
  findSettings,
  indexSettings,
  listSections,
  type SettingSection,
  settingsOfTab,
} from "./setting-groups.ts";
import { Columns } from "./styles.ts";
import { useSettingText } from "./use-setting-text.ts";
import { TimetableSection } from "./week/timetable-section.tsx";

type View = { section: string | null; tab: string | null };

type SettingsBrowserProps = Omit<ParamData, "device"> & {
  device: string;
  filter: ParamFilter;
  draft: Draft;
  refusals: readonly Refusal[];
  type: (setting: Setting, typed: string) => void;
  rebase: (settings: readonly Setting[]) => void;
  follow: (change: ChangeRecord | null) => void;
};

/** The settings of a piece of equipment by section, or those that a search finds. */
export function SettingsBrowser(props: SettingsBrowserProps) {
  const { site, devices, device, settings, filter, draft, controls } = props;
  const [view, setView] = useState<View>({ section: filter.section, tab: filter.tab });
  const [search, setSearch] = useState(filter.search);
  // The field shows what is typed at once; the list follows between key presses.
  const wanted = useDeferredValue(search);
  const sections = useMemo(() => listSections(settings), [settings]);
  const section = sections.find(({ name }) => name === view.section) ?? sections[0];
  const isSearching = wanted.trim() !== "";
  const hasControls = controls.length > 0;
  const isOnControls = hasControls && !isSearching && view.section === CONTROLS_SECTION;
  const address = paramAddress(site.search, { ...filter, ...view, search: wanted });
  useEffect(() => keepInAddress(address), [address]);
  const choose = useCallback((name: string, tab: string | null) => {
    setView({ section: name, tab });
    setSearch("");
  }, []);
  return (
    <>
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
              locks={props.locks}
              controls={controls}
              guards={props.guards}
              now={props.now}
              changes={props.changes.list}
              onSubmitted={props.follow}
            />
          </Suspense>
        ) : (
          <ShownSettings
            section={section ?? null}
            tab={view.tab}
            search={wanted}
            now={props.now}
            draft={draft}
            refusals={props.refusals}
            site={site}
            settings={settings}
            isReadOnly={!props.may.configure}
            type={props.type}
            rebase={props.rebase}
            onChoose={choose}
          />
        )}
      </Columns>
    </>
  );
}

type ShownSettingsProps = Pick<
  SettingsBrowserProps,
  "now" | "draft" | "refusals" | "site" | "settings" | "type" | "rebase"
> & {
  section: SettingSection | null;
  tab: string | null;
  search: string;
  isReadOnly: boolean;
  onChoose: (section: string, tab: string | null) => void;
};

/** Renders again only when the settings, the draft or the search change, so that typing is never delayed by it. */
const ShownSettings = memo(function ShownSettings(props: ShownSettingsProps) {
  const { section, tab, search, settings, onChoose, draft, isReadOnly, type, ...tools } = props;
  const { t } = useTranslation("param");
  const { nameOf } = useSettingText();
  const isSearching = search.trim() !== "";
  const index = useMemo(() => indexSettings(settings, nameOf), [settings, nameOf]);
  const shown = isSearching
    ? findSettings(index, search)
    : section === null
      ? []
      : settingsOfTab(section, tab);
  return (
    <div>
      <h3>
        {isSearching
          ? t("search.found", { count: shown.length })
          : t(`section.${(section?.name ?? "other") as "system"}`)}
      </h3>
      {!isSearching && section !== null && section.tabs.length > 1 && (
        <Segments
          label={t("tabs")}
          options={section.tabs.map((name) => ({ name, text: t(`tab.${name as "basic"}`) }))}
          chosen={tab ?? section.tabs[0] ?? null}
          onChoose={(chosen) => onChoose(section.name, chosen)}
        />
      )}
      {shown.length === 0 && <p role="status">{t("search.none")}</p>}
      {section?.name === "cabinet" && !isSearching && (
        <Suspense>
          <CabinetView {...{ settings: shown, draft, isReadOnly, type }} />
        </Suspense>
      )}
      <TimetableSection
        {...tools}
        {...{ shown, settings, draft, isReadOnly, type }}
        search={isSearching ? search : ""}
        section={isSearching ? "" : (section?.name ?? "")}
      />
    </div>
  );
});

/** Keeps the view in the address of the page without a request: the page has all settings already. */
function keepInAddress(address: string): void {
  if (location.pathname + location.search === address) return;
  history.replaceState(history.state, "", address + location.hash);
}
