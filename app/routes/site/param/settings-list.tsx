import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Refusal } from "./param-data.ts";
import type { Setting } from "./setting.ts";
import type { Draft } from "./setting-draft.ts";
import { groupSettings } from "./setting-groups.ts";
import { type RowTools, SettingRow } from "./setting-row.tsx";
import { useGrowingCount } from "./use-growing-count.ts";

export type SettingsListProps = RowTools & {
  shown: readonly Setting[];
  /** Searched words; empty if the settings of a section are shown. */
  search: string;
  draft: Draft;
  refusals: readonly Refusal[];
};

/** Settings in groups; those of a group are changed together. */
export function SettingsList({ shown, search, draft, refusals, ...tools }: SettingsListProps) {
  const { t } = useTranslation("param");
  const { count, end } = useGrowingCount(search, shown.length);
  return (
    <Groups>
      {groupSettings(shown.slice(0, count)).map(({ group, settings }) => (
        <li key={settings[0]?.address} data-group={group ?? undefined}>
          <ul>
            {settings.map((setting) => (
              <SettingRow
                key={setting.address}
                {...tools}
                setting={setting}
                entry={draft[setting.address]}
                refusals={refusalsOf(refusals, setting)}
              />
            ))}
          </ul>
          {group !== null && settings.length > 1 && <p>{t("group")}</p>}
        </li>
      ))}
      {count < shown.length && <li ref={end} aria-hidden data-more />}
    </Groups>
  );
}

const NO_REFUSALS: readonly Refusal[] = [];

/** The same list for all settings without a refusal, so that their rows stay as they are. */
function refusalsOf(refusals: readonly Refusal[], { address }: Setting): readonly Refusal[] {
  const own = refusals.filter((one) => one.address === address);
  return own.length === 0 ? NO_REFUSALS : own;
}

const Groups = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& > li:not([data-more])": { layerStyle: "card", overflow: "hidden" },
  "& > li[data-more]": { minH: "20rem" },
  "& > li > ul": { listStyleType: "none" },
  "& > li > ul > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& > li > p": {
    px: "4",
    py: "2",
    textStyle: "xs",
    color: "fg.muted",
    bg: "bg.sunken",
  },
});
