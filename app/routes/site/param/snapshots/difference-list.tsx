import { chakra, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { RegisterValue } from "#domain/registers/register.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import type { Setting } from "../setting.ts";
import { useSettingText } from "../use-setting-text.ts";
import type { Difference } from "./compare-settings.ts";
import { groupDifferences } from "./group-differences.ts";
import { useEquipmentNames } from "./use-equipment-names.ts";

type DifferenceListProps = {
  list: readonly (Difference & { note?: string })[];
  /** All settings of the site. */
  settings: readonly Setting[];
};

/** Settings that differ, by equipment and section, each with both values in its unit. */
export function DifferenceList({ list, settings }: DifferenceListProps) {
  const { t } = useTranslation("param");
  const { nameOf, valueText } = useSettingText();
  const nameOfEquipment = useEquipmentNames(settings);
  const known = new Map(settings.map((one) => [one.address, one]));
  const text = (address: string, value: RegisterValue | undefined) => {
    if (value === undefined) return t("snapshots.absent");
    const setting = known.get(address);
    return setting === undefined ? String(value ?? NO_VALUE) : valueText(setting, value);
  };
  return (
    <Groups>
      {groupDifferences(list, settings).map(({ equipment, section, entries }) => (
        <section key={`${equipment} ${section}`}>
          <h4>
            <bdi>{nameOfEquipment(equipment)}</bdi>
            <span>
              {section === null ? t("snapshots.notDescribed") : t(`section.${section as "system"}`)}
            </span>
          </h4>
          <ul>
            {entries.map(({ address, from, to, note }) => {
              const setting = known.get(address);
              return (
                <li key={address} data-difference={address}>
                  <b>
                    {setting === undefined ? <code dir="ltr">{address}</code> : nameOf(setting)}
                  </b>
                  {note === undefined ? (
                    <span data-values>
                      <bdi>{text(address, from)}</bdi>
                      <Icon name="chevron" size="0.75rem" mirrored />
                      <VisuallyHidden>{t("review.to")}</VisuallyHidden>
                      <bdi data-to>{text(address, to)}</bdi>
                    </span>
                  ) : (
                    <span data-values>{note}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Groups>
  );
}

const Groups = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "4",
    minW: "0",
    "& h4": {
      display: "flex",
      flexWrap: "wrap",
      columnGap: "2",
      pb: "1",
      borderBottomWidth: "1px",
      textStyle: "sm",
      fontWeight: "semibold",
      "& span": { color: "fg.muted", fontWeight: "normal" },
    },
    "& ul": { listStyleType: "none" },
    "& li": {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "space-between",
      columnGap: "4",
      py: "1.5",
      minW: "0",
      overflowWrap: "anywhere",
    },
    "& li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
    "& li > b": { fontWeight: "medium", minW: "0" },
    "& [data-values]": {
      display: "inline-flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "1.5",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
    },
    "& [data-to]": { color: "fg", fontWeight: "medium" },
  },
});
