import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeRun, renderResults } from "./bench-report.ts";
import type { Bench, BenchResult, FloorCheck } from "./bench-result.ts";
import { provideBuild } from "./build.ts";
import { runCommand } from "./failure.ts";
import { readNamedOptions } from "./named-options.ts";
import { showStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";

await runCommand(async () => {
  const { name: given, options } = readNamedOptions(process.argv.slice(2));
  const name = given ?? (options.peers === undefined ? undefined : "peers");
  await showStep("Build", () => provideBuild());
  const quick = options.quick !== undefined;
  const results: BenchResult[] = [];
  const floors: FloorCheck[] = [];
  for (const path of globSync("tests/bench/*.bench.ts", { cwd: projectRoot }).sort()) {
    const title = basename(path, ".bench.ts");
    if (name !== undefined && name !== title) continue;
    const { bench, isOnlyByName } = (await import(pathToFileURL(join(projectRoot, path)).href)) as {
      bench: Bench;
      isOnlyByName?: boolean;
    };
    if (name === undefined && isOnlyByName) continue;
    const result = await showStep(title, () => bench({ isQuick: quick }));
    results.push(...result.results);
    floors.push(...(result.floors ?? []));
  }
  const run = describeRun({ quick, results, floors });
  const json = JSON.stringify(run, null, 2);
  console.log(`\n${renderResults(run)}\n`);
  if (options.json !== undefined && options.json !== "true") writeFileSync(options.json, json);
  else console.log(json);
  if (quick) console.error("A quick run: a look, no proof.");
  if (!run.isValid) console.error("✗ A floor was too slow: this run says nothing.");
  process.exitCode = run.isValid && run.held ? 0 : 1;
});
process.exit();
