import { expect, test } from "vitest";
import { panOffset } from "./pan-into-view.ts";

const WIDE = { left: 200, right: 1_200, top: 100, bottom: 700 };
const AT_RIGHT = { left: 880, right: 1_180, top: 120, bottom: 400 };
const AT_LEFT = { left: 220, right: 520, top: 120, bottom: 400 };

test("a marker beside or below the card stays where it is", () => {
  expect(panOffset({ x: 500, y: 300 }, AT_RIGHT, WIDE)).toEqual([0, 0]);
  expect(panOffset({ x: 1_000, y: 500 }, AT_RIGHT, WIDE)).toEqual([0, 0]);
});

test("a marker below the card moves beside it, towards the middle of the map", () => {
  expect(panOffset({ x: 1_000, y: 300 }, AT_RIGHT, WIDE)).toEqual([160, 0]);
  expect(panOffset({ x: 300, y: 300 }, AT_LEFT, WIDE)).toEqual([-260, 0]);
});

test("on a phone, where the card lies below, it comes out above it", () => {
  const phone = { left: 16, right: 374, top: 200, bottom: 700 };
  const card = { left: 28, right: 362, top: 500, bottom: 690 };
  expect(panOffset({ x: 100, y: 600 }, card, phone)).toEqual([0, 275]);
  expect(panOffset({ x: 100, y: 300 }, card, phone)).toEqual([0, 0]);
});
