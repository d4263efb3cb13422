import { parseArgs } from "node:util";
import { provideBuild } from "./build.ts";
import {
  findMissingSettings,
  readBuiltConfig,
  withSettings,
  writeAccountConfig,
} from "./deployment/built-config.ts";
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
  const config = withSettings(readBuiltConfig(), process.env);
  const address = await deployToAccount({
    wrangler: runWrangler,
    config,
    showStep,
    writeConfig: writeAccountConfig,
  });
  console.log(`\nHelioport is deployed${address ? ` at ${address}` : ""}.`);
  for (const line of findMissingSettings(config)) console.log(line);
  console.log("If nobody can sign in yet: npm run administrator -- you@example.com");
});

function readArguments() {
  try {
    return parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}; known is --dry-run.`);
  }
}
