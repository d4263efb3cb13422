import { z } from "zod";
import { listConfigs } from "#database/branding/configs.ts";
import { listGallery } from "#database/branding/gallery.ts";
import type { SiteRow } from "#database/sites/sites.ts";
import { countProducts } from "#domain/devices/products.ts";
import type { ActiveSiteFacts } from "#domain/devices/reported-equipment.ts";
import { filePath } from "#domain/files/file-path.ts";
import { configOption, configValue } from "#domain/sites/config-options.ts";
import type { Context } from "../context.ts";
import { countedProduct, equipmentExample, equipmentRow } from "../equipment/equipment-schema.ts";
import { readEquipment } from "../equipment/read-equipment.ts";

const version = z.string().nullable();

/** Fields of the active site besides those of its pages. Viewers of a share link receive none of them. */
export const activeFields = {
  batteryCapacity: z.number().nullable().describe("Wh"),
  batteryStatus: z.string().nullable().describe("`charge`, `discharge` or `idle`"),
  batteryType: z.int().nullable().describe("65535 without a battery; null if unknown"),
  batteryVoltageType: z
    .int()
    .nullable()
    .describe("Nominal voltage, V: 12, 24 or 48; 0 for a high-voltage battery"),
  bmsProvide: z.boolean().nullable().describe("Whether a BMS reports the battery"),
  ckledVersion: version.describe("Hardware version of the display"),
  ckledSoftVersion: version.describe("Software version of the display"),
  commVersion: version.describe("Version of the communication module"),
  commType: z.enum(["wired", "wireless"]).nullable(),
  hardwareVersion: version.describe("Of the data logger"),
  kinergyVersion: version.describe("Software version of the data logger"),
  modelVersion: version.describe("Software version of the first inverter"),
  inverterNums: z.int().nullable().describe("Number of inverters"),
  acinType: z
    .int()
    .nullable()
    .describe("Source at the AC input: 0 none, 1 grid, 2 generator, 3 both"),
  acout2Type: z.int().nullable().describe("1 if critical and normal loads have an output each"),
  debug: z.boolean().nullable().describe("Whether the logger has the feature `debug`"),
  runningType: z.string().nullable().describe("Power source, as register 0171"),
  systemConfig: z.int().nullable().describe("0 single, 1 parallel, 2 three-phase"),
  systemMode: z.number().nullable().describe("1 if the inverters are on, 0 if they are off"),
  workModel: z.number().nullable().describe("Working mode of the first inverter"),
  systemDatetime: z.number().nullable().describe("The logger's clock, ms UTC"),
  updateNum: z.int().nullable().describe("Number of firmware updates in progress"),
  isNull: z.boolean().nullable().describe("Whether no logger has ever connected"),
  solarEnergy: z.number().nullable().describe("Lifetime solar production, Wh"),
  dealerId: z.int().nullable().describe("User id of the dealer"),
  websocketaddress: z.string().nullable().describe("Begin of the address of the viewer socket"),
  websocketssladdress: z.string().nullable().describe("The same with TLS"),
  tags: z.array(z.string()),
  configs: z.array(z.object({ id: z.int(), option: configOption, value: configValue })),
  galleryImages: z.array(z.string()).describe("Paths of the images"),
  products: z.array(countedProduct).describe("Known products among the equipment"),
  equipment: z.array(equipmentRow),
};
type ActiveFields = z.output<z.ZodObject<typeof activeFields>>;

/** These fields as viewers of a share link receive them. */
export const NO_ACTIVE_FIELDS = {
  ...(Object.fromEntries(Object.keys(activeFields).map((name) => [name, null])) as {
    [Name in keyof ActiveSiteFacts]: null;
  } & { solarEnergy: null; dealerId: null; websocketaddress: null; websocketssladdress: null }),
  tags: [],
  configs: [],
  galleryImages: [],
  products: [],
  equipment: [],
};

/** Reads the fields of the active site from its object and from D1. */
export async function readActiveFields(
  context: Context,
  { site, serial }: SiteRow,
): Promise<ActiveFields> {
  const { database, deviceNames, language, portalOrigin } = context;
  const owner = { siteId: site.id, module: serial, lastLogin: site.lastConnectionAt };
  const [{ reported, rows }, configs, gallery, names] = await Promise.all([
    readEquipment(context, owner),
    listConfigs(database, site.id),
    listGallery(database, site.id),
    deviceNames(language),
  ]);
  return {
    ...reported.active,
    solarEnergy: site.solarEnergy,
    dealerId: site.dealerId,
    websocketaddress: `${portalOrigin.replace(/^http/, "ws")}/ws/site/`,
    websocketssladdress: `${portalOrigin.replace(/^https?/, "wss")}/ws/site/`,
    tags: [...site.tags],
    configs,
    galleryImages: gallery.map(({ file }) => filePath(file)),
    products: countProducts(reported.pieces, reported.systemType).map(({ product, count }) => ({
      id: product.id,
      name: product.kind === "device" ? names[product.device] : product.name,
      count,
    })),
    equipment: rows,
  };
}

export const activeExample: ActiveFields = {
  batteryCapacity: 9_500,
  batteryStatus: "charge",
  batteryType: 5,
  batteryVoltageType: 48,
  bmsProvide: true,
  ckledVersion: null,
  ckledSoftVersion: "1.1",
  commVersion: "3.1",
  commType: "wireless",
  hardwareVersion: "B",
  kinergyVersion: "3.08",
  modelVersion: "2.14",
  inverterNums: 1,
  acinType: 1,
  acout2Type: 1,
  debug: false,
  runningType: "solar",
  systemConfig: 0,
  systemMode: 1,
  workModel: 0,
  systemDatetime: 1_790_000_000_000,
  updateNum: 0,
  isNull: false,
  solarEnergy: 12_400_000,
  dealerId: null,
  websocketaddress: "wss://helioport.example/ws/site/",
  websocketssladdress: "wss://helioport.example/ws/site/",
  tags: ["barn"],
  configs: [{ id: 3, option: "panelCount", value: "24" }],
  galleryImages: ["/files/kT2m0yFQm4rB1oNfX9pLwA"],
  products: [{ id: "device:inverterCharger", name: "Inverter charger", count: 1 }],
  equipment: [equipmentExample],
};
