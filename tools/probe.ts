import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { provideBuild } from "./build.ts";
import { runCommand } from "./failure.ts";
import { readNamedOptions } from "./named-options.ts";
import { showStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";
import { runWithOutput } from "./test-tier.ts";

const FOLDER = "tests/probes";

await runCommand(async () => {
  const { name, options } = readNamedOptions(process.argv.slice(2));
  const probes = findProbes();
  const probe = probes.find((each) => each.name === name);
  if (probe === undefined) {
    if (name !== undefined) console.error(`✗ There is no probe "${name}".\n`);
    console.log("npm run probe -- <name> [--seed n] [--count n] …\n");
    const width = Math.max(...probes.map((each) => each.name.length));
    for (const each of probes) console.log(`  ${each.name.padEnd(width)}  ${each.summary}`);
    process.exitCode = name === undefined ? 0 : 2;
    return;
  }
  const env = { HELIOPORT_PROBE: JSON.stringify(options), WRANGLER_SEND_METRICS: "false" };
  if (probe.runsIn === "node") {
    await showStep("Build", () => provideBuild());
    process.exitCode = await runWithOutput(process.execPath, [join(projectRoot, probe.path)], env);
    return;
  }
  const vitest = join(projectRoot, "node_modules", ".bin", "vitest");
  process.exitCode = await runWithOutput(
    vitest,
    ["run", "--project", "probes", probe.path, "--reporter=verbose"],
    env,
  );
});
process.exit();

type Probe = { name: string; path: string; runsIn: "workerd" | "node"; summary: string };

/**
 * Lists the probes. The first comment of each file describes it; `<name>.workerd.ts` runs in workerd, `<name>.node.ts`
 * in Node.
 */
function findProbes(): Probe[] {
  return globSync(`${FOLDER}/*.{workerd,node}.ts`, { cwd: projectRoot })
    .sort()
    .map((path) => {
      const [name = "", runsIn] = basename(path).split(".");
      const summary = /^\/\*\* (.+?) ?\*\/$/m.exec(readFileSync(join(projectRoot, path), "utf8"));
      return {
        name,
        path,
        runsIn: runsIn === "node" ? "node" : "workerd",
        summary: summary?.[1] ?? "",
      };
    });
}
