import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import { EQUIPMENT_ICONS } from "../equipment-icons.ts";
import { AliasEditor } from "./alias-editor.tsx";
import { type Device, rowIdOf } from "./device-data.ts";
import { DeviceDetails } from "./device-details.tsx";
import { useDeviceStatus, useDeviceText } from "./use-devices.ts";

type DeviceTableProps = { devices: readonly Device[]; timeZone: string; mayEdit: boolean };

/** Equipment that the logger reports: a table on wide windows, cards on narrow ones. */
export function DeviceTable({ devices, timeZone, mayEdit }: DeviceTableProps) {
  const { t } = useTranslation("devices");
  return (
    <Table aria-label={t("list.title")}>
      <thead>
        <tr>
          <th scope="col">{t("column.device")}</th>
          <th scope="col">{t("column.status")}</th>
          <th scope="col">{t("column.model")}</th>
          <th scope="col">{t("column.firmware")}</th>
          <th scope="col">{t("column.lastConnection")}</th>
          <th scope="col">{t("column.details")}</th>
        </tr>
      </thead>
      {devices.map((device) => (
        <DeviceRow key={device.address} {...{ device, timeZone, mayEdit }} />
      ))}
    </Table>
  );
}

type DeviceRowProps = { device: Device; timeZone: string; mayEdit: boolean };

function DeviceRow({ device, timeZone, mayEdit }: DeviceRowProps) {
  const { t } = useTranslation("devices");
  const { nameOf, typeOf } = useDeviceText();
  const status = useDeviceStatus()(device);
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const name = nameOf(device);
  return (
    <tbody id={rowIdOf(device.address)} tabIndex={-1} data-device={device.address}>
      <tr>
        <th scope="row">
          <span data-icon>
            <Icon name={EQUIPMENT_ICONS[device.type]} size="1.4rem" />
          </span>
          <div>
            <AliasEditor device={device} name={name} mayEdit={mayEdit} />
            <small>{typeOf(device)}</small>
          </div>
        </th>
        <td data-label={t("column.status")}>
          <StatusBadge status={status} />
        </td>
        <td data-label={t("column.model")}>
          <span>
            <bdi>{device.modelName ?? NO_VALUE}</bdi>
            {device.serialNumber !== null && (
              <small>
                <bdi dir="ltr">{device.serialNumber}</bdi>
              </small>
            )}
          </span>
        </td>
        <td data-label={t("column.firmware")}>
          <bdi dir="ltr">{device.firmware ?? NO_VALUE}</bdi>
        </td>
        <td data-label={t("column.lastConnection")}>
          {device.lastConnectionTime === null ? (
            NO_VALUE
          ) : (
            <Moment at={device.lastConnectionTime} timeZone={timeZone} />
          )}
        </td>
        <td data-action>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            aria-label={t("details.of", { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t("details.button")}
            <Icon name="down" size="1em" />
          </button>
        </td>
      </tr>
      <tr id={detailsId} hidden={!isOpen} data-details>
        <td colSpan={6}>{isOpen && <DeviceDetails device={device} timeZone={timeZone} />}</td>
      </tr>
    </tbody>
  );
}

function StatusBadge({ status }: { status: EquipmentStatus | null }) {
  const { t } = useTranslation("equipment");
  if (status === null) return NO_VALUE;
  return <Status data-tone={toneOfEquipment(status)}>{t(`status.${status}`)}</Status>;
}

const Status = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  minH: "6",
  px: "2.5",
  borderRadius: "full",
  textStyle: "xs",
  fontWeight: "medium",
  ...Object.fromEntries(
    ["good", "info", "warning", "fault", "quiet"].map((tone) => [
      `&[data-tone=${tone}]`,
      { bg: `${tone}.wash`, color: tone },
    ]),
  ),
});

const Table = styled("table", {
  w: "full",
  borderCollapse: "separate",
  borderSpacing: "0",
  borderWidth: "1px",
  borderRadius: "lg",
  fontVariantNumeric: "tabular-nums",
  "& thead th": {
    px: "3",
    h: "10",
    textAlign: "start",
    textStyle: "xs",
    fontWeight: "medium",
    color: "fg.muted",
  },
  "& tbody": { focusVisibleRing: "inside", scrollMarginTop: "20" },
  "& tbody:target, & tbody:focus": { bg: "bg.sunken" },
  "& tbody th": { textAlign: "start", fontWeight: "normal", minW: "0" },
  "& tbody th > div": { display: "inline-block", verticalAlign: "middle", minW: "0" },
  "& [data-icon]": {
    display: "inline-flex",
    verticalAlign: "middle",
    p: "2",
    me: "3",
    borderRadius: "md",
    bg: "bg.sunken",
    color: "fg.muted",
  },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& bdi": { overflowWrap: "anywhere" },
  "& [data-action] button": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    px: "2.5",
    borderRadius: "md",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.sunken", color: "fg" },
    "&[aria-expanded=true] svg": { transform: "rotate(180deg)" },
  },
  md: {
    "& tbody tr:first-of-type > *": {
      px: "3",
      py: "2.5",
      borderTopWidth: "1px",
      borderColor: "border.muted",
      verticalAlign: "middle",
    },
    "& tbody th": { w: "34%" },
    "& tbody th > div": { maxW: "calc(100% - 4rem)" },
    "& [data-details] > td": { px: "3", pb: "4" },
  },
  mdDown: {
    display: "block",
    "& thead": { srOnly: true },
    "& tbody": { display: "block", px: "3", py: "3" },
    "& tbody + tbody": { borderTopWidth: "1px" },
    "& tr:not([hidden])": { display: "flex", flexDirection: "column", gap: "1.5" },
    "& tbody th": { display: "flex", alignItems: "flex-start" },
    "& tbody th > div": { flex: "1" },
    "& td[data-label]": {
      display: "flex",
      justifyContent: "space-between",
      alignItems: "center",
      columnGap: "3",
      minW: "0",
      textAlign: "end",
      _before: { content: "attr(data-label)", color: "fg.muted", flexShrink: "0" },
    },
    "& [data-action] button": { ms: "-2.5" },
    "& [data-details] > td": { display: "block" },
  },
});
