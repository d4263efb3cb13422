import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeByType } from "./describe-equipment.ts";
import { mapPlant, neighboursOf, type PlantPiece } from "./plant-map.ts";

const piece = (key: string, ...names: string[]): PlantPiece => ({
  key,
  typeCode: key.slice(0, 4),
  names,
  isReported: true,
});
const BOTH = { grid: true, load: true };
const connected = (pieces: PlantPiece[], key: string, has = BOTH) =>
  neighboursOf(mapPlant(pieces, has)).get(key);

test("an inverter is between the grid's meter, the generator, the DC side and the loads", () => {
  const pieces = ["001A11", "003311", "008B11", "003211", "800D11", "00FF11", "006B11"].map((key) =>
    piece(key),
  );
  expect(connected(pieces, "003311")).toEqual([
    ...["001A11", "800D11", "00FF11", "load", "008B11", "003211"],
  ]);
  expect(connected(pieces, "grid")).toEqual(["001A11"]);
  expect(connected(pieces, "006B11")).toEqual([]);
  const data = mapPlant(pieces, BOTH).links.filter(({ line }) => line === "data");
  expect(data.map(({ to }) => to)).toEqual([
    ...["001A11", "003311", "008B11", "003211", "800D11", "00FF11"],
  ]);
});

test("a meter of the loads is between the inverter and the loads", () => {
  const pieces = [piece("001A11", "Grid meter"), piece("001A12", "Load meter"), piece("008E11")];
  expect(connected(pieces, "load")).toEqual(["001A12"]);
  expect(connected(pieces, "008E11")).toEqual(["001A11", "001A12"]);
});

test("without a converter PV inverters feed the grid's line, and chargers the battery", () => {
  const pieces = [piece("005F11"), piece("001A11")];
  expect(connected(pieces, "005F11")).toEqual(["001A11", "load"]);
  const island = [piece("003211"), piece("008B11")];
  expect(connected(island, "003211", { grid: false, load: false })).toEqual(["008B11"]);
});

test("meters stand beside what they measure", () => {
  const pieces = [
    piece("001A12", "Load meter"),
    piece("800D11"),
    piece("00FF11"),
    piece("001A11", "Grid meter"),
  ];
  const { nodes } = mapPlant(pieces, BOTH);
  const of = (zone: string) => nodes.filter((node) => node.zone === zone).map(({ key }) => key);
  expect(of("input")).toEqual(["grid", "001A11", "800D11"]);
  expect(of("output")).toEqual(["00FF11", "001A12", "load"]);
});

test("a generator of type 800A is at the output, like a PV inverter", () => {
  expect(connected([piece("800A11"), piece("003311")], "800A11")).toEqual(["003311"]);
  expect(mapPlant([piece("800A11")], BOTH).nodes).toContainEqual({ key: "800A11", zone: "output" });
});

test("equipment that the logger does not report has no data line", () => {
  const extra = { ...piece("extra:5"), typeCode: "008B", isReported: false };
  const { links } = mapPlant([piece("006B11"), piece("003311"), extra], BOTH);
  expect(links).toContainEqual({ from: "extra:5", to: "003311", line: "dc" });
  expect(links.filter(({ line }) => line === "data").map(({ to }) => to)).toEqual(["003311"]);
});

const CODES = ["0032", "0033", "00FF", "008E", "800D", "008B", "001A", "006B", "0077", "1234"];
const anyPieces = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...CODES), fc.integer({ min: 16, max: 99 })), {
    selector: ([code, number]) => `${code}${number}`,
    maxLength: 40,
  })
  .map((found) => found.map(([code, number]) => piece(`${code}${number}`)));

test("every piece is one node, and every link joins two different nodes once", () => {
  fc.assert(
    fc.property(anyPieces, fc.boolean(), fc.boolean(), (pieces, grid, load) => {
      const { nodes, links } = mapPlant(pieces, { grid, load });
      const keys = nodes.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toHaveLength(pieces.length + Number(grid) + Number(load));
      for (const { from, to } of links) {
        expect(keys).toContain(from);
        expect(keys).toContain(to);
        expect(from).not.toBe(to);
      }
      const drawn = links.map(({ from, to, line }) => [...[from, to].sort(), line].join());
      expect(new Set(drawn).size).toBe(drawn.length);
    }),
  );
});

test("tabs hold every piece once, by its type code", () => {
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      const tabs = mergeByType(pieces);
      expect(new Set(tabs.map(({ key }) => key)).size).toBe(tabs.length);
      expect(tabs.every(({ key, list }) => list.every(({ typeCode }) => typeCode === key))).toBe(
        true,
      );
      expect(tabs.flatMap(({ list }) => list.map(({ key }) => key)).sort()).toEqual(
        pieces.map(({ key }) => key).sort(),
      );
    }),
  );
});
