import { type EquipmentTypeName, equipmentTypeOf, OUTPUT_GENERATOR } from "./equipment-types.ts";

/**
 * Where equipment stands in the picture of a plant: at the AC input, as a converter, at the AC output, on the DC side,
 * or beside the power lines.
 */
export const PLANT_ZONES = ["input", "converter", "output", "dc", "control"] as const;
export type PlantZone = (typeof PLANT_ZONES)[number];

/** Kind of a connection. */
export type PlantLine = "ac" | "dc" | "data";

/** A node of the picture: a piece of equipment, or the grid or the loads, which are no equipment. */
export type PlantNode = { key: string; zone: PlantZone };
export type PlantLink = { from: string; to: string; line: PlantLine };
export type PlantMap = { nodes: readonly PlantNode[]; links: readonly PlantLink[] };

/** Keys of the nodes that are no equipment. */
export const GRID_NODE = "grid";
export const LOAD_NODE = "load";

const ZONE_OF_TYPE: Record<EquipmentTypeName, PlantZone> = {
  site: "control",
  solarCharger: "dc",
  inverter: "converter",
  pvInverter: "output",
  pcs: "converter",
  generator: "input",
  battery: "dc",
  meter: "input",
  auxiliaryContacts: "control",
  dataLogger: "control",
  cabinet: "control",
  display: "control",
  other: "control",
};
/** A meter with such a name measures the loads. */
const LOAD_METER = /\b(load|consumption|verbrauch|consumo|charges?\b)/i;

/** A piece of equipment as the picture needs it. */
export type PlantPiece = {
  /** Its address, or another text that is unique in the plant. */
  key: string;
  typeCode: string;
  /** Names by which a meter of the loads is recognized. */
  names: readonly (string | null)[];
  /** Whether the logger reads it. */
  isReported: boolean;
};

/**
 * Derives what is connected to what from the types of the equipment: loggers report no wiring. Sources at the AC input
 * and devices at the AC output lead to every converter, and so does the DC side. Without a converter, input and output
 * are one AC line. The logger reads all equipment that it reports.
 * @param has whether the site has a grid connection and loads
 */
export function mapPlant(
  pieces: readonly PlantPiece[],
  has: { grid: boolean; load: boolean },
): PlantMap {
  // Meters stand beside what they measure: those of the grid come first at the input, those of the loads last.
  const placed = pieces.map((piece) => ({ ...piece, zone: zoneOf(piece) }));
  const equipment = [
    ...placed.filter((piece) => piece.zone === "input" && isMeter(piece)),
    ...placed.filter((piece) => !isMeter(piece)),
    ...placed.filter((piece) => piece.zone !== "input" && isMeter(piece)),
  ];
  const nodes: PlantNode[] = [
    ...(has.grid ? [{ key: GRID_NODE, zone: "input" as const }] : []),
    ...equipment.map(({ key, zone }) => ({ key, zone })),
    ...(has.load ? [{ key: LOAD_NODE, zone: "output" as const }] : []),
  ];
  const of = (zone: PlantZone) => equipment.filter((piece) => piece.zone === zone);
  const keys = (found: readonly PlantPiece[]) => found.map(({ key }) => key);
  const converters = keys(of("converter"));
  const outputs = of("output");
  const gridMeters = keys(of("input").filter(isMeter));
  const generators = keys(of("input").filter((piece) => !isMeter(piece)));
  const loadMeters = keys(outputs.filter(isMeter));
  const feeders = keys(outputs.filter((piece) => !isMeter(piece)));
  // Between the grid and the converters are the meters of the grid, between the converters and the loads their own.
  const gridSide = gridMeters.length > 0 || !has.grid ? gridMeters : [GRID_NODE];
  const loadSide = loadMeters.length > 0 || !has.load ? loadMeters : [LOAD_NODE];
  const links = [
    ...(has.grid ? join([GRID_NODE], gridMeters, "ac") : []),
    ...(has.load ? join(loadMeters, [LOAD_NODE], "ac") : []),
    ...(converters.length === 0
      ? [
          ...join(gridSide, [...feeders, ...loadSide], "ac"),
          ...join(generators, loadSide, "ac"),
          ...join(feeders, loadSide, "ac"),
        ]
      : [
          ...join([...gridSide, ...generators], converters, "ac"),
          ...join(converters, [...feeders, ...loadSide], "ac"),
        ]),
    ...linkDirectCurrent(of("dc"), converters),
    ...linkData(equipment),
  ];
  return { nodes, links };
}

/** The keys of the nodes that are connected to each node, without the data lines. */
export function neighboursOf({ nodes, links }: PlantMap): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>(nodes.map(({ key }) => [key, []]));
  for (const { from, to, line } of links) {
    if (line === "data") continue;
    found.get(from)?.push(to);
    found.get(to)?.push(from);
  }
  return found;
}

function isMeter({ typeCode }: PlantPiece): boolean {
  return equipmentTypeOf(typeCode) === "meter";
}

function zoneOf(piece: PlantPiece): PlantZone {
  const type = equipmentTypeOf(piece.typeCode);
  if (type === "meter" && piece.names.some((name) => LOAD_METER.test(name ?? ""))) return "output";
  return piece.typeCode === OUTPUT_GENERATOR ? "output" : ZONE_OF_TYPE[type];
}

function linkDirectCurrent(
  pieces: readonly PlantPiece[],
  converters: readonly string[],
): PlantLink[] {
  const keys = pieces.map(({ key }) => key);
  if (converters.length > 0) return join(keys, converters, "dc");
  const isCharger = ({ typeCode }: PlantPiece) => equipmentTypeOf(typeCode) === "solarCharger";
  const chargers = pieces.filter(isCharger).map(({ key }) => key);
  const batteries = pieces.filter((piece) => !isCharger(piece)).map(({ key }) => key);
  return join(chargers, batteries, "dc");
}

function linkData(pieces: readonly PlantPiece[]): PlantLink[] {
  const isLogger = ({ typeCode }: PlantPiece) => equipmentTypeOf(typeCode) === "dataLogger";
  const logger = pieces.find((piece) => piece.isReported && isLogger(piece));
  if (logger === undefined) return [];
  const read = pieces.filter((piece) => piece.isReported && piece !== logger);
  return join(
    [logger.key],
    read.map(({ key }) => key),
    "data",
  );
}

function join(from: readonly string[], to: readonly string[], line: PlantLine): PlantLink[] {
  return from.flatMap((one) => to.map((other) => ({ from: one, to: other, line })));
}
