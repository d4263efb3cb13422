import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { LOGGER_TYPE } from "#domain/firmware/level-types.ts";
import { formatCount } from "#domain/units/count.ts";
import { type FirmwareGroup, type Fleet, groupFirmware } from "./fleet.ts";
import { Card } from "./styles.ts";

/** Maximum number of components, and of the versions of each, that are drawn. */
const MAX_GROUPS = 8;
const MAX_VERSIONS = 6;
const SHADES = [1, 0.72, 0.5, 0.34, 0.22, 0.14];

/** How many sites have which version of each component, as bars. */
export function FirmwareLevels({ firmware }: { firmware: Fleet["firmware"] }) {
  const { t } = useTranslation("dashboard");
  const groups = groupFirmware(firmware).slice(0, MAX_GROUPS);
  return (
    <Card aria-labelledby="dashboard-firmware" data-place="firmware">
      <h2 id="dashboard-firmware">{t("firmware.title")}</h2>
      {groups.length === 0 ? (
        <p role="status">{t("firmware.none")}</p>
      ) : (
        <Groups>
          {groups.map((group) => (
            <li key={`${group.type} ${group.component}`}>
              <Group group={group} />
            </li>
          ))}
        </Groups>
      )}
    </Card>
  );
}

function Group({ group: { type, component, sites, versions } }: { group: FirmwareGroup }) {
  const { t, i18n } = useTranslation(["dashboard", "equipment"]);
  const shown = versions.slice(0, MAX_VERSIONS);
  const name =
    type === LOGGER_TYPE
      ? t("firmware.logger")
      : t(`equipment:type.${equipmentTypeOf(type)}`, { address: type });
  const rest = sites - shown.reduce((sum, one) => sum + one.sites, 0);
  return (
    <>
      <p>
        {name} <bdi>{component}</bdi> {type !== LOGGER_TYPE && <small dir="ltr">{type}</small>}
      </p>
      <div data-bar aria-hidden>
        {shown.map((one, place) => (
          <span
            key={one.version}
            style={{ flexGrow: one.sites / sites, opacity: SHADES[place] ?? 0.14 }}
          />
        ))}
      </div>
      <ul>
        {shown.map((one) => (
          <li key={one.version}>
            <b dir="ltr">{one.version}</b> {t("firmware.sites", { count: one.sites })}
          </li>
        ))}
        {rest > 0 && (
          <li>{t("firmware.others", { count: rest, sites: formatCount(rest, i18n.language) })}</li>
        )}
      </ul>
    </>
  );
}

const Groups = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "4",
  "& > li > p": { textStyle: "sm", fontWeight: "medium", overflowWrap: "anywhere" },
  "& small": { color: "fg.muted", textStyle: "xs", fontWeight: "normal" },
  "& [data-bar]": {
    display: "flex",
    gap: "2px",
    h: "3",
    mt: "1.5",
    borderRadius: "full",
    overflow: "hidden",
    bg: "bg.sunken",
  },
  "& [data-bar] > span": { bg: "brand.solid", minW: "3px", flexBasis: "0" },
  "& ul": {
    listStyleType: "none",
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "0.5",
    mt: "1.5",
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
    overflowWrap: "anywhere",
  },
  "& b": { fontWeight: "medium", color: "fg" },
});
