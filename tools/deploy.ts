import { parseArgs } from "node:util";
import { provideBuild } from "./build.ts";
import { readBuiltConfig, writeAccountConfig } from "./deployment/built-config.ts";
import { deployToAccount } from "./deployment/deploy-to-account.ts";
import { proveDeployable } from "./deployment/prove-deployable.ts";
import { runWrangler } from "./deployment/wrangler.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";

await runCommand(async () => {
  const { values } = readArguments();
  await showStep("Building the application", () => provideBuild());
  if (values["dry-run"]) {
    await showStep("Preparing the deployment, without deploying", () => proveDeployable());
    return;
  }
  const address = await deployToAccount({
    wrangler: runWrangler,
    config: readBuiltConfig(),
    showStep,
    writeConfig: writeAccountConfig,
  });
  console.log(`\nHelioport is deployed${address ? ` at ${address}` : ""}.`);
  console.log("If nobody can sign in yet: npm run administrator -- you@example.com");
});

function readArguments() {
  try {
    return parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; known is --dry-run.`);
  }
}
