import { expect, test } from "vitest";
import { readGeneratorTimes } from "./generator-times.ts";

const generator = (address: string, unit?: string) => ({
  address,
  registers:
    unit === undefined
      ? []
      : [
          {
            register: "0141",
            kind: "counter" as const,
            access: "r" as const,
            name: "Run time",
            unit,
          },
        ],
});
const values: Record<string, number> = {
  "800D110141": 600,
  "800D120141": 60,
  "800A110141": 2,
  FFFF00020C: 900,
};
const read = (...tree: ReturnType<typeof generator>[]) =>
  readGeneratorTimes(tree, (address) => values[address]);

test("generators of a side are summed by their own counters, hours included", () => {
  const found = read(generator("800D11", "s"), generator("800D12", "s"), generator("800A11", "h"));
  expect(found).toEqual({ input: 660, output: 7_200 });
});

test("the site's counter is that of the only side with a generator", () => {
  expect(read(generator("800D11"))).toEqual({ input: 900, output: null });
  expect(read(generator("800A11"))).toEqual({ input: null, output: 900 });
  expect(read(generator("800D11"), generator("800A11"))).toEqual({ input: null, output: null });
  expect(read()).toEqual({ input: null, output: null });
});
