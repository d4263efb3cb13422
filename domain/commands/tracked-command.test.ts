import { expect, test } from "vitest";
import { startCommand, storeCommand, trackedCommand } from "./tracked-command.ts";

test("a stored command keeps the field names that every release reads", () => {
  const command = startCommand(
    {
      commandId: "0b6f7c1e-3c36-4c0e-9d0a-2f2f6a1d9c55",
      by: "Ann",
      address: "FFFF000400",
      value: 1,
      once: false,
    },
    { ok: true, precision: 0 },
    1_000,
  );
  const stored = storeCommand({ ...command, needsReadBack: true });
  expect(stored).toMatchObject({ wantsReadBack: true });
  expect(stored).not.toHaveProperty("needsReadBack");
  expect(trackedCommand.parse(JSON.parse(JSON.stringify(stored)))).toEqual({
    ...command,
    needsReadBack: true,
  });
});
