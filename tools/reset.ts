import { rmSync } from "node:fs";
import { runCommand } from "./failure.ts";
import { clearState, describeState, openState } from "./state-directory.ts";

await runCommand(async () => {
  const state = describeState();
  {
    using _lock = openState(state);
    clearState(state);
  }
  rmSync(state.root, { recursive: true, force: true });
  console.log(`Helioport's local state in ${state.root} is cleared.`);
});
