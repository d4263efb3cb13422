import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideBuild } from "./build.ts";
import {
  connectDomain,
  findMissingSettings,
  readBuiltConfig,
  renameInstallation,
  withSettings,
  writeAccountConfig,
} from "./deployment/built-config.ts";
import { deployToAccount } from "./deployment/deploy-to-account.ts";
import { proveDeployable } from "./deployment/prove-deployable.ts";
import { runWrangler } from "./deployment/wrangler.ts";
import { Failure, runCommand } from "./failure.ts";
import { showStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";

await runCommand(async () => {
  const { values } = readArguments();
  await showStep("Building the application", () => provideBuild());
  if (values["dry-run"]) {
    await showStep("Preparing the deployment, without deploying", () => proveDeployable());
    return;
  }
  const built = renameInstallation(readBuiltConfig(), process.env.HELIOPORT_NAME);
  const { config, address } = await deployToAccount({
    wrangler: runWrangler,
    name: built.name,
    settle: (deployed) => {
      const settled = withSettings(built, process.env, deployed);
      return values["connect-domain"] ? connectDomain(settled) : settled;
    },
    location: values.location,
    migrations: join(projectRoot, "migrations"),
    showStep,
    writeConfig: writeAccountConfig,
  });
  console.log(`\nHelioport is deployed${address ? ` at ${address}` : ""}.`);
  for (const line of findMissingSettings(config)) console.log(line);
  console.log("If no administrator exists yet: npm run administrator -- you@example.com");
});

function readArguments() {
  const options = {
    "dry-run": { type: "boolean", default: false },
    "connect-domain": { type: "boolean", default: false },
    location: { type: "string" },
  } as const;
  try {
    return parseArgs({ options });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new Failure(
      `${error instanceof Error ? error.message : error}; known are ${known.join(", ")}.`,
    );
  }
}
