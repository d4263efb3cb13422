import { Button, Input } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Setting } from "#app/routes/site/param/setting.ts";
import { useSettingText } from "#app/routes/site/param/use-setting-text.ts";
import { styled } from "#app/theme/styled.tsx";
import { MAX_ROLLOUT_ITEMS } from "#domain/rollouts/limits.ts";
import { DangerTag } from "./danger-tag.tsx";
import { LoadState } from "./load-state.tsx";
import type { SiteChoice } from "./rollouts-data.ts";
import { addSetting, type ChosenSetting, isRollable } from "./setting-choices.ts";
import { useTaskText } from "./use-task-text.ts";

type SettingPickerProps = {
  /** The site whose settings are listed; null before any is ticked. */
  site: SiteChoice | null;
  chosen: readonly ChosenSetting[];
  onChange: (chosen: readonly ChosenSetting[]) => void;
  /** The chosen settings with their values. */
  children: ReactNode;
};

/** Settings that are listed at a time. */
const SHOWN = 20;

/** The choice of the settings of a rollout from those of its first site. */
export function SettingPicker({ site, chosen, onChange, children }: SettingPickerProps) {
  const { t } = useTranslation("rollouts");
  const query = useApiQuery(
    "POST /site/v2/setting/list",
    site === null ? null : { id: site.siteId },
  );
  const { data } = query;
  return (
    <Section
      stacked
      title={t("settings.title")}
      text={site === null ? t("settings.pickSite") : t("settings.text", { site: site.name })}
    >
      {children}
      {site !== null && data === null && (
        <LoadState
          query={query}
          loading={t("settings.loading")}
          failed={t("settings.failed")}
          retry={t("pick.retry")}
        />
      )}
      {data !== null && <Offered settings={data.settings} chosen={chosen} onChange={onChange} />}
    </Section>
  );
}

type OfferedProps = Pick<SettingPickerProps, "chosen" | "onChange"> & {
  settings: readonly Setting[];
};

function Offered({ settings, chosen, onChange }: OfferedProps) {
  const { t } = useTranslation("rollouts");
  const { nameOf } = useSettingText();
  const { equipmentName } = useTaskText();
  const [search, setSearch] = useState("");
  const [isFull, setIsFull] = useState(false);
  const own = new Set(chosen.map(({ setting }) => setting.address));
  const rollable = settings.filter(isRollable);
  if (rollable.length === 0) return <p role="status">{t("settings.none")}</p>;
  const wanted = search.trim().toLowerCase();
  const found = rollable.filter(
    (setting) =>
      !own.has(setting.address) &&
      `${nameOf(setting)} ${setting.address}`.toLowerCase().includes(wanted),
  );
  const add = (setting: Setting) => {
    const next = addSetting(chosen, setting, rollable);
    setIsFull(next === null);
    if (next === null) return;
    setSearch("");
    onChange(next);
  };
  return (
    <Frame>
      <Input
        type="search"
        aria-label={t("settings.search")}
        placeholder={t("settings.placeholder")}
        dir="auto"
        autoComplete="off"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status">
        {isFull
          ? t("settings.full", { limit: MAX_ROLLOUT_ITEMS })
          : found.length === 0
            ? t("settings.noMatch")
            : t("settings.found", { count: found.length })}
        {found.length > SHOWN && ` · ${t("settings.shown", { shown: SHOWN })}`}
      </p>
      {found.length > 0 && (
        <ul aria-label={t("settings.title")}>
          {found.slice(0, SHOWN).map((setting) => (
            <li key={setting.address}>
              <span>
                {nameOf(setting)}{" "}
                {setting.danger !== undefined && <DangerTag danger={setting.danger} />}
                <small>
                  {equipmentName(setting.address.slice(0, 4))}{" "}
                  <bdi dir="ltr">{setting.address}</bdi>
                </small>
              </span>
              <Button
                type="button"
                size="sm"
                variant="outline"
                aria-label={t("settings.addOne", { name: nameOf(setting) })}
                onClick={() => add(setting)}
              >
                {t("settings.add")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& > p": { color: "fg.muted" },
  "& ul": {
    listStyleType: "none",
    borderWidth: "1px",
    borderRadius: "lg",
    maxH: "22rem",
    overflowY: "auto",
  },
  "& li": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    px: "3",
    py: "2",
  },
  "& li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& li > span": { minW: "0", overflowWrap: "anywhere" },
  "& small": { display: "block", color: "fg.muted", textStyle: "xs" },
});
