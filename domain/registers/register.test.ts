import { expect, test } from "vitest";
import { register } from "./register.ts";

const BARE = { register: "0047", kind: "setting", access: "rw" } as const;

const DESCRIBED = {
  section: "battery",
  tab: "custom",
  group: "charge",
  order: 3,
  danger: "battery",
  stored: false,
  writes: 100_000,
  oneShot: true,
  secret: true,
  recommended: [50, 60],
  divisor: 1_000,
} as const;

test("a logger describes where a setting belongs and what its change may cause", () => {
  expect(register.parse({ ...BARE, ...DESCRIBED })).toEqual({ ...BARE, ...DESCRIBED });
});

test("a field that is not as described counts as absent", () => {
  const invalid = {
    section: "kitchen",
    tab: 1,
    group: {},
    order: "first",
    danger: true,
    stored: "yes",
    writes: 0,
    oneShot: 1,
    secret: null,
    recommended: [60, 50],
    divisor: -1,
  };
  expect(JSON.parse(JSON.stringify(register.parse({ ...BARE, ...invalid })))).toEqual(BARE);
});
