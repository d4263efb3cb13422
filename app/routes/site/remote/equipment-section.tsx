import { Button } from "@chakra-ui/react";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import { EQUIPMENT_ICONS } from "../equipment-icons.ts";
import {
  groupRows,
  isOffered,
  type OfferedRow,
  type UpdateRow,
  type Updates,
} from "./remote-data.ts";
import { useUpdateText } from "./use-update-text.ts";

type EquipmentSectionProps = {
  updates: Updates;
  /** Why no update can begin now; null if one can. */
  refusal: Updates["refusal"];
  onChoose: (row: OfferedRow) => void;
};

/** The equipment of the site with the versions of its components, and what can be updated. */
export function EquipmentSection({ updates, refusal, onChoose }: EquipmentSectionProps) {
  const { t } = useTranslation(["remote", "equipment"]);
  const { list } = updates;
  const { nameOf } = useUpdateText(list);
  const hasNone = list.every(({ available, invalid }) => available === null && invalid === null);
  return (
    <Section stacked title={t("equipment.title")} text={t("equipment.text")}>
      {hasNone && <p role="status">{t("equipment.none")}</p>}
      <Pieces>
        {groupRows(list).map(({ address, rows }) => {
          const [{ typeCode, model } = { typeCode: "", model: null }] = rows;
          const type = equipmentTypeOf(typeCode);
          const count = rows.filter(isOffered).length;
          const name = nameOf(address);
          return (
            <li key={address} data-equipment={address}>
              <header>
                <span data-icon>
                  <Icon name={EQUIPMENT_ICONS[type]} size="1.5rem" />
                </span>
                <div>
                  <h3>
                    <bdi>{name}</bdi>
                  </h3>
                  <p>
                    {t(`equipment:type.${type}`, { address })}
                    {model !== name && (
                      <>
                        {" · "}
                        <bdi>{model ?? t("equipment.unknownModel")}</bdi>
                      </>
                    )}
                  </p>
                </div>
                {count > 0 && <span data-count>{t("equipment.updates", { count })}</span>}
              </header>
              <ul>
                {rows.map((row) => (
                  <ComponentRow
                    key={row.component}
                    {...{ row, list, name, refusal, onChoose, soc: updates.soc }}
                  />
                ))}
              </ul>
            </li>
          );
        })}
      </Pieces>
    </Section>
  );
}

type ComponentRowProps = Pick<EquipmentSectionProps, "refusal" | "onChoose"> & {
  row: UpdateRow;
  list: Updates["list"];
  name: string;
};

function ComponentRow({ row, list, name, refusal, onChoose }: ComponentRowProps) {
  const { t } = useTranslation("remote");
  const { componentText, versionText } = useUpdateText(list);
  const component = componentText(row.component);
  const { available, version } = row;
  return (
    <li data-component={row.component} data-updating={row.updating || undefined}>
      <b>
        <bdi>{component}</bdi>
      </b>
      <span data-versions>
        <small>{t("column.present")}</small>
        <bdi dir="ltr">{versionText(version)}</bdi>
      </span>
      <span data-versions>
        <small>{t("column.available")}</small>
        {available === null ? (
          <span data-none>{NO_VALUE}</span>
        ) : (
          <bdi dir="ltr">{available.version}</bdi>
        )}
      </span>
      <span data-state>
        <RowState row={row} list={list} />
      </span>
      {isOffered(row) && (
        <Button
          size="sm"
          variant="outline"
          aria-label={t("update.nowOf", {
            component,
            equipment: name,
            version: row.available.version,
          })}
          disabled={refusal !== null}
          onClick={() => onChoose(row)}
        >
          {t("update.now")}
        </Button>
      )}
    </li>
  );
}

/** Whether the component is updated, can be updated, or why it cannot. */
function RowState({ row, list }: { row: UpdateRow; list: Updates["list"] }) {
  const { t } = useTranslation("remote");
  const { refusalText, percent } = useUpdateText(list);
  const { available, invalid, update, updating, progress } = row;
  if (updating)
    return (
      <>
        <span data-tone="info">{t("row.updating")}</span>
        {update?.state === "transferring" && (
          <span data-meter aria-hidden>
            <span style={{ inlineSize: `${progress}%` }} />
          </span>
        )}
        {update?.state === "transferring" && <small>{percent(progress)}</small>}
      </>
    );
  const outcome =
    update !== null && update.result !== null && update.result !== "success" ? (
      <small data-tone={update.result === "unknown" ? "warning" : "fault"}>
        {t(`outcome.${update.result}`)}
      </small>
    ) : null;
  if (available !== null)
    return (
      <>
        <span data-tone="info">{t("row.available")}</span>
        {available.refusal !== null && (
          <small data-tone="warning">{refusalText(available.refusal)}</small>
        )}
        {outcome}
      </>
    );
  return (
    <>
      <span data-none>
        {invalid === null
          ? t("row.current")
          : t(`row.${invalid.reason}`, { version: invalid.version })}
      </span>
      {outcome}
    </>
  );
}

const Pieces = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& > li": { borderWidth: "1px", borderRadius: "lg", overflow: "hidden", minW: "0" },
  "& > li > header": {
    display: "flex",
    alignItems: "center",
    gap: "3",
    px: { base: "3", md: "4" },
    py: "3",
    bg: "bg.sunken",
  },
  "& header > div": { flex: "1", minW: "0", overflowWrap: "anywhere" },
  "& [data-icon]": {
    display: "inline-flex",
    p: "2",
    borderRadius: "md",
    bg: "bg.panel",
    color: "fg.muted",
  },
  "& h3": { textStyle: "sm", fontWeight: "semibold" },
  "& header p": { textStyle: "xs", color: "fg.muted", mt: "0" },
  "& [data-count]": {
    px: "2.5",
    py: "0.5",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    bg: "info.wash",
    color: "info",
    whiteSpace: "nowrap",
  },
  "& > li > ul": { listStyleType: "none" },
  "& > li > ul > li": {
    display: "grid",
    gridTemplateColumns: {
      base: "repeat(2, minmax(0, 1fr))",
      md: "minmax(0, 1.5fr) minmax(0, 0.8fr) minmax(0, 0.8fr) minmax(0, 1.3fr) 8.5rem",
    },
    alignItems: "center",
    columnGap: "4",
    rowGap: "2",
    px: { base: "3", md: "4" },
    py: "2.5",
    minH: "14",
    overflowWrap: "anywhere",
  },
  "& > li > ul > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& > li > ul > li > b": { fontWeight: "medium", gridColumn: { base: "1 / -1", md: "auto" } },
  "& [data-versions]": {
    display: "flex",
    flexDirection: "column",
    alignItems: "flex-start",
    fontVariantNumeric: "tabular-nums",
  },
  "& small": { textStyle: "xs", color: "fg.muted" },
  "& [data-state]": {
    display: "flex",
    flexDirection: { base: "row", md: "column" },
    flexWrap: "wrap",
    alignItems: { base: "center", md: "flex-start" },
    columnGap: "2",
    rowGap: "0.5",
    gridColumn: { base: "1 / -1", md: "auto" },
    minW: "0",
  },
  "& [data-none]": { color: "fg.subtle" },
  "& [data-tone=info]": { color: "info", fontWeight: "medium" },
  "& [data-tone=warning]": { color: "warning" },
  "& [data-tone=fault]": { color: "fault" },
  "& [data-meter]": {
    display: "block",
    w: "6rem",
    h: "1.5",
    borderRadius: "full",
    bg: "bg.sunken",
    overflow: "hidden",
  },
  "& [data-meter] > span": { display: "block", h: "full", bg: "info.fill" },
  "& > li > ul > li > button": {
    gridColumn: { base: "1 / -1", md: "auto" },
    minH: { base: "11", md: "9" },
  },
});
