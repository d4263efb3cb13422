import { versionOf } from "../firmware/compatibility.ts";
import {
  type DeviceType,
  deviceTypeOf,
  inverterTypeOf,
  loggerTypeOf,
  TAB_NAMES,
} from "./device-types.ts";
import { type EquipmentTypeName, equipmentTypeOf } from "./equipment-types.ts";
import type { ReportedPiece } from "./reported-equipment.ts";

/** A piece of equipment with the fields of the specification, section 3. Instants are ms UTC. */
export type DescribedEquipment = {
  address: string;
  /** Type code of four hexadecimal characters. */
  equipmentType: string;
  typeCode: string;
  /** The equipment's number within its type, as a number and as two hexadecimal characters. */
  equipmentNo: number;
  equipmentId: string;
  type: EquipmentTypeName;
  deviceType: DeviceType | null;
  equipmentTypeName: string;
  equipmentTypeAllName: string;
  alias: string | null;
  /** The name from the logger, which is shown without a name from a user. */
  loggerAlias: string | null;
  /** Serial number of the communication module through which it is connected. */
  module: string | null;
  /** Product name, if the specification names the product; otherwise the model. */
  modelName: string | null;
  model: string | null;
  /** Version of its main software. */
  firmware: string | null;
  serialNumber: string | null;
  softwareVersion: string | null;
  hardwareVersion: string | null;
  lcdVersion: string | null;
  dspVersion: string | null;
  mpptVersion: string | null;
  /** All versions by the names that the equipment gives them. */
  versions: Readonly<Record<string, string>>;
  status: ReportedPiece["status"];
  online: boolean;
  /** Instant of the newest value. */
  lastConnectionTime: number | null;
  /** Instant at which its logger last connected. */
  lastLogin: number | null;
  /** First and last register, ten characters each. */
  startAddress: string | null;
  endAddress: string | null;
  registers: number;
};

/** Facts of the site that a description contains. */
export type EquipmentFrame = {
  /** Serial number of the site's module; null if it has none. */
  module: string | null;
  systemType: string | null;
  /** When the logger last connected, ms UTC. */
  lastLogin: number | null;
};

/** Describes a piece of equipment. */
export function describeEquipment(
  piece: ReportedPiece,
  { module, systemType, lastLogin }: EquipmentFrame,
): DescribedEquipment {
  const { address, typeCode, model, alias, loggerAlias, versions, registers } = piece;
  const equipmentId = address.slice(4);
  const name = alias || model || typeCode;
  const type = equipmentTypeOf(typeCode);
  const product = type === "dataLogger" ? loggerTypeOf(systemType, model) : inverterTypeOf(model);
  const software = versionOf(versions, "software");
  return {
    address,
    equipmentType: typeCode,
    typeCode,
    equipmentNo: Number.parseInt(equipmentId, 16),
    equipmentId,
    type,
    deviceType: deviceTypeOf(piece, systemType),
    equipmentTypeName: name,
    equipmentTypeAllName: `${name} ${equipmentId}`,
    alias,
    loggerAlias,
    module,
    modelName: product ?? model,
    model,
    firmware: versionOf(versions, "firmware") ?? software ?? versionOf(versions, "logger"),
    serialNumber: piece.serial,
    softwareVersion: software,
    hardwareVersion: versionOf(versions, "hardware"),
    lcdVersion: versionOf(versions, "lcd"),
    dspVersion: versionOf(versions, "dsp"),
    mpptVersion: versionOf(versions, "mppt"),
    versions,
    status: piece.status,
    online: piece.online,
    lastConnectionTime: piece.lastAt,
    lastLogin,
    startAddress: registers && address + registers.first,
    endAddress: registers && address + registers.last,
    registers: registers?.count ?? 0,
  };
}

/** A tab of the device list: the equipment of one type code. */
export type EquipmentTab<Row> = {
  /** Type code of four hexadecimal characters. */
  key: string;
  type: EquipmentTypeName;
  /** Name of the tab in the specification; null if it has none. */
  name: string | null;
  list: Row[];
};

/** Sorts equipment into tabs, in the order of their first piece. */
export function mergeByType<Row extends { typeCode: string }>(
  rows: readonly Row[],
): EquipmentTab<Row>[] {
  return [...Map.groupBy(rows, ({ typeCode }) => typeCode)].map(([key, list]) => ({
    key,
    type: equipmentTypeOf(key),
    name: TAB_NAMES[key] ?? null,
    list,
  }));
}
