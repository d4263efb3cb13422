import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Refusal } from "./param-data.ts";
import type { Setting } from "./setting.ts";
import type { Draft } from "./setting-draft.ts";
import { groupSettings } from "./setting-groups.ts";
import { type RowTools, SettingRow } from "./setting-row.tsx";

export type SettingsListProps = RowTools & {
  shown: readonly Setting[];
  draft: Draft;
  refusals: readonly Refusal[];
};

/** Settings in groups; those of a group are changed together. */
export function SettingsList({ shown, draft, refusals, ...tools }: SettingsListProps) {
  const { t } = useTranslation("param");
  return (
    <Groups>
      {groupSettings(shown).map(({ group, settings }) => (
        <li key={settings[0]?.address} data-group={group ?? undefined}>
          <ul>
            {settings.map((setting) => (
              <SettingRow
                key={setting.address}
                {...tools}
                setting={setting}
                entry={draft[setting.address]}
                refusals={refusals.filter(({ address }) => address === setting.address)}
              />
            ))}
          </ul>
          {group !== null && settings.length > 1 && <p>{t("group")}</p>}
        </li>
      ))}
    </Groups>
  );
}

const Groups = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& > li": { layerStyle: "card", overflow: "hidden" },
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
