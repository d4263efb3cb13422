import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { builtConfigPath, readBuiltConfig } from "./built-config.ts";
import { findReason, runWrangler } from "./wrangler.ts";

/** Performs all steps of a deployment before the upload, offline and without an account. */
export async function proveDeployable(): Promise<void> {
  readBuiltConfig();
  const target = mkdtempSync(join(tmpdir(), "helioport-deploy-"));
  try {
    const args = ["deploy", "--dry-run", "--config", builtConfigPath, "--outdir", target];
    const { code, output } = await runWrangler(args);
    if (code !== 0) throw new Failure(`It cannot be deployed: ${findReason(output)}`);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
