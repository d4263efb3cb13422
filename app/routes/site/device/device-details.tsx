import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import type { Device } from "./device-data.ts";
import { useDeviceText } from "./use-devices.ts";

/** Names of versions that have fields of their own. */
const KNOWN_VERSIONS = ["software", "hardware", "lcd", "dsp", "mppt"];

/** All fields of a device. */
export function DeviceDetails({ device, timeZone }: { device: Device; timeZone: string }) {
  const { t, i18n } = useTranslation("devices");
  const { typeOf } = useDeviceText();
  const code = (text: string | null) => (text === null ? NO_VALUE : <bdi dir="ltr">{text}</bdi>);
  const own = (text: string | null) => (text === null ? NO_VALUE : <bdi>{text}</bdi>);
  const moment = (at: number | null) =>
    at === null ? NO_VALUE : <Moment at={at} timeZone={timeZone} />;
  const range =
    device.startAddress === null ? null : `${device.startAddress} – ${device.endAddress}`;
  const fields: [label: string, value: ReactNode][] = [
    [t("field.deviceType"), typeOf(device)],
    [t("field.modelName"), own(device.modelName)],
    [t("field.model"), own(device.model)],
    [t("field.serialNumber"), code(device.serialNumber)],
    [t("field.module"), code(device.module)],
    [t("field.loggerAlias"), own(device.loggerAlias)],
    [t("field.equipmentType"), code(device.equipmentType)],
    [t("field.equipmentNo"), formatNumber(device.equipmentNo, i18n.language)],
    [t("field.equipmentId"), code(device.equipmentId)],
    [t("field.addresses"), code(range)],
    [t("field.registers"), formatNumber(device.registers, i18n.language)],
    [t("field.software"), code(device.softwareVersion)],
    [t("field.hardware"), code(device.hardwareVersion)],
    [t("field.lcd"), code(device.lcdVersion)],
    [t("field.dsp"), code(device.dspVersion)],
    [t("field.mppt"), code(device.mpptVersion)],
    ...Object.entries(device.versions)
      .filter(([name]) => !KNOWN_VERSIONS.includes(name.toLowerCase()))
      .map(([name, version]): [string, ReactNode] => [t("field.version", { name }), code(version)]),
    [t("field.lastConnection"), moment(device.lastConnectionTime)],
    [t("field.lastLogin"), moment(device.lastLogin)],
  ];
  return (
    <Fields>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Fields>
  );
}

const Fields = styled("dl", {
  display: "grid",
  gridTemplateColumns: {
    base: "minmax(0, 1fr)",
    sm: "repeat(2, minmax(0, 1fr))",
    lg: "repeat(3, minmax(0, 1fr))",
  },
  columnGap: "6",
  rowGap: "2",
  p: "3",
  borderRadius: "md",
  bg: "bg.sunken",
  textStyle: "sm",
  "& > div": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "3",
    minW: "0",
  },
  "& dt": { color: "fg.muted" },
  "& dd": { minW: "0", overflowWrap: "anywhere", textAlign: "end" },
});
