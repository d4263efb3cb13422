import { expect, test } from "vitest";
import { searchTree, type TreePiece } from "./search-tree.ts";

const register = (address: string, title: string) => ({
  address,
  title,
  register: address.slice(6),
  kind: "gauge" as const,
  access: "r" as const,
  name: null,
  unit: "",
  precision: undefined,
  options: undefined,
});
const tree: TreePiece[] = [
  {
    address: "003311",
    title: "Inverter Garage",
    registers: [register("0033110107", "Ac input voltage"), register("0033110108", "Fréquence")],
  },
  { address: "FFFF00", title: "Whole site", registers: [register("FFFF000100", "Solar power")] },
];
const found = (search: string) =>
  searchTree(tree, search).flatMap((piece) => piece.registers.map(({ address }) => address));

test.each([
  ["", ["0033110107", "0033110108", "FFFF000100"]],
  ["  ", ["0033110107", "0033110108", "FFFF000100"]],
  ["voltage", ["0033110107"]],
  ["VOLT garage", ["0033110107"]],
  ["frequence", ["0033110108"]],
  ["garage", ["0033110107", "0033110108"]],
  ["ffff000100", ["FFFF000100"]],
  ["voltage site", []],
  ["(", []],
])("%j finds %j", (search, addresses) => {
  expect(found(search)).toEqual(addresses);
});
