import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measured } from "./cost/counts.ts";
import { listMissed, makeSheets } from "./cost/price-sheet.ts";
import { renderPage } from "./cost/render-page.ts";
import { runCommand } from "./failure.ts";
import { projectRoot } from "./project-root.ts";
import { runWithOutput } from "./test-tier.ts";

await runCommand(async () => {
  const found = await countMeters();
  writeFileSync(join(projectRoot, "docs/cost.json"), `${JSON.stringify(found, null, 2)}\n`);
  writeFileSync(join(projectRoot, "docs/cost.md"), renderPage(found));
  const sheets = makeSheets(found);
  for (const { title, total, byMean } of sheets)
    console.log(
      `${title.padEnd(30)} ${total.toFixed(2)} USD a site and year (${byMean.total.toFixed(2)} by mean times)`,
    );
  const missed = listMissed(sheets);
  for (const line of missed) console.error(`✗ ${line}`);
  if (missed.length > 0) process.exitCode = 1;
});
process.exit();

/** Runs the cases in the platform's runtime and returns the counts of each. */
async function countMeters() {
  const directory = mkdtempSync(join(tmpdir(), "helioport-cost-"));
  try {
    const report = join(directory, "report.json");
    const vitest = join(projectRoot, "node_modules", ".bin", "vitest");
    const args = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runWithOutput(
      vitest,
      ["run", "--project", "cost", "--no-file-parallelism", ...args],
      { HELIOPORT_COST: "1", WRANGLER_SEND_METRICS: "false" },
    );
    if (code !== 0) throw new Error("The cases failed; their output is above.");
    return measured.parse(readCounted(JSON.parse(readFileSync(report, "utf8")) as Report));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

type Report = { testResults: { assertionResults: { meta: { counted?: object } }[] }[] };

function readCounted({ testResults }: Report): object {
  const parts = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ meta }) => meta.counted ?? {}),
  );
  return Object.assign({ day: new Date().toISOString().slice(0, 10) }, ...parts);
}
