import { expect, test } from "vitest";
import { readStartOptions } from "./start-options.ts";

test("no options start, help shows help, and any other option is refused", () => {
  expect(readStartOptions([])).toBeNull();
  for (const help of ["--help", "-h"]) expect(readStartOptions([help])).toMatch(/PORT/);
  for (const unknown of ["--port=1", "9000"])
    expect(() => readStartOptions([unknown])).toThrow(unknown);
});
