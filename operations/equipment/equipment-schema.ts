import { z } from "zod";
import { DEVICE_TYPES } from "#domain/devices/device-types.ts";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import { EQUIPMENT_TYPE_NAMES } from "#domain/devices/equipment-types.ts";
import { PLANT_ZONES } from "#domain/devices/plant-map.ts";

const instant = z.int().nullable();
const version = z.string().nullable();
export const equipmentTypeName = z.enum(EQUIPMENT_TYPE_NAMES);
export const deviceType = z
  .enum(DEVICE_TYPES)
  .nullable()
  .describe("Device type; null if the specification has none for it");

/** A piece of equipment that the logger reports. */
export const equipmentRow = z.object({
  address: z.string().describe("Six characters: type and number of the equipment"),
  equipmentType: z.string().describe("Type code of four hexadecimal characters"),
  typeCode: z.string().describe("The same"),
  equipmentNo: z.int().describe("Number within its type"),
  equipmentId: z.string().describe("That number as two hexadecimal characters"),
  type: equipmentTypeName.describe("Kind of equipment"),
  deviceType,
  equipmentTypeName: z.string().describe("Name that is shown"),
  equipmentTypeAllName: z.string().describe("The same with the number of the equipment"),
  alias: z.string().nullable().describe("Name given by a user, otherwise by the logger"),
  loggerAlias: z.string().nullable().describe("Name from the logger"),
  module: z.string().nullable().describe("Serial number of its communication module"),
  modelName: z.string().nullable().describe("Product, if the portal knows it, otherwise the model"),
  model: z.string().nullable(),
  firmware: version.describe("Version of its main software"),
  serialNumber: z.string().nullable(),
  softwareVersion: version,
  hardwareVersion: version,
  lcdVersion: version,
  dspVersion: version,
  mpptVersion: version,
  versions: z.record(z.string(), z.string()).describe("All versions as the equipment names them"),
  status: equipmentStatus.nullable(),
  online: z.boolean(),
  lastConnectionTime: instant.describe("When its newest value was measured, ms UTC"),
  lastLogin: instant.describe("When its logger last connected, ms UTC"),
  startAddress: z.string().nullable().describe("Address of its first register"),
  endAddress: z.string().nullable().describe("Address of its last register"),
  registers: z.int().describe("Number of its registers"),
});

export const equipmentTab = z.object({
  key: z.string().describe("Type code of four hexadecimal characters"),
  type: equipmentTypeName,
  name: z.string().nullable().describe("Name of the tab in the specification"),
  list: z.array(equipmentRow),
});

/** Nodes of the picture of a plant and their connections. */
export const plantMap = z.object({
  nodes: z.array(
    z.object({
      key: z.string().describe("Address of a piece, `extra:` and an id, `grid` or `load`"),
      zone: z.enum(PLANT_ZONES),
    }),
  ),
  links: z.array(
    z.object({ from: z.string(), to: z.string(), line: z.enum(["ac", "dc", "data"]) }),
  ),
});

/** A piece of extra equipment. */
export const extraRow = z.object({
  id: z.int(),
  typeCode: z.string(),
  name: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
  quantity: z.int().describe("Number of equal devices"),
  installedOn: z.string().nullable().describe("Day, YYYY-MM-DD"),
  note: z.string().nullable(),
  createTime: z.int().describe("ms UTC"),
});

/** A product of a site. */
export const countedProduct = z.object({ id: z.string(), name: z.string(), count: z.int() });

const AT = 1_790_000_000_000;
export const equipmentExample = {
  address: "003311",
  equipmentType: "0033",
  typeCode: "0033",
  equipmentNo: 17,
  equipmentId: "11",
  type: "inverter",
  deviceType: "inverterCharger",
  equipmentTypeName: "Garage",
  equipmentTypeAllName: "Garage 11",
  alias: "Garage",
  loggerAlias: "K1 5000",
  module: "HP-0001",
  modelName: "K1-5000",
  model: "K1-5000",
  firmware: "2.14",
  serialNumber: "INV-0001",
  softwareVersion: "2.14",
  hardwareVersion: "1.3",
  lcdVersion: null,
  dspVersion: "5.02",
  mpptVersion: null,
  versions: { software: "2.14", hardware: "1.3", dsp: "5.02" },
  status: "invert",
  online: true,
  lastConnectionTime: AT,
  lastLogin: AT,
  startAddress: "0033110010",
  endAddress: "0033110140",
  registers: 42,
} as const;
export const extraExample = {
  id: 5,
  typeCode: "008B",
  name: "Spare battery",
  manufacturer: "Sunwell",
  model: "LFP-51",
  serialNumber: null,
  quantity: 2,
  installedOn: "2024-05-17",
  note: null,
  createTime: AT,
};
