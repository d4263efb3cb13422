import { join } from "node:path";
import { describeBrowser, findBrowser } from "./browser/find-browser.ts";
import { provideBuild } from "./build.ts";
import { describeError } from "./failure.ts";
import { showStep } from "./progress.ts";
import { projectRoot } from "./project-root.ts";
import { runQuietly } from "./run-quietly.ts";
import { makeTestDirectory } from "./test-directory.ts";
import { readPlaywrightReport, readVitestReport, type Score } from "./test-report.ts";
import { runTier } from "./test-tier.ts";

process.env.WRANGLER_SEND_METRICS = "false";
process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";

const directory = makeTestDirectory();
process.env.TMPDIR = directory;
const scores: Score[] = [];

// Each of these tasks keeps about one processor busy, so running them in parallel halves the time.
const linting = begin(() => runBinary("biome", ["check", "."]));
const checkingTypes = begin(async () => {
  await runBinary("react-router", ["typegen"]);
  // Several threads would check the same declarations several times.
  await runBinary("tsc", ["--singleThreaded"]);
});
const building = begin(() => provideBuild());
await check("Format and lint", () => linting);
await check("Types", () => checkingTypes);
await check("Build, with a client free of server code", () => building);
await check("Deployment, without deploying", () =>
  runNode([join(projectRoot, "tools", "deploy.ts"), "--dry-run"]),
);
const vitest = join(directory, "vitest.json");
scores.push(
  await runTier(
    "Node and workerd tests",
    ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitest}`],
    {},
    () => readVitestReport(vitest),
  ),
);
let browser: { path: string; description: string } | undefined;
await check("A browser for the browser tests", async () => {
  const path = await findBrowser();
  browser = { path, description: await describeBrowser(path) };
});
if (browser) {
  const playwright = join(directory, "playwright.json");
  scores.push(
    await runTier(
      `Browser tests with ${browser.description}`,
      ["playwright", "test"],
      { CHROMIUM_PATH: browser.path, HELIOPORT_TEST_REPORT: playwright },
      () => readPlaywrightReport(playwright),
    ),
  );
}

const passed = scores.reduce((sum, score) => sum + score.passed, 0);
const failed = scores.reduce((sum, score) => sum + score.failed, 0);
// Failures are repeated at the end, where a truncated log still shows them.
for (const failure of scores.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Starts a task at once; its failure is reported later by `check`. */
function begin(run: () => Promise<void>): Promise<void> {
  const begun = run();
  begun.catch(() => {});
  return begun;
}

/** Runs a check that counts as one test: it passes if it resolves, and fails if it rejects with the error to show. */
async function check(label: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await showStep(label, run);
    scores.push({ passed: 1, failed: 0, failures: [] });
  } catch (error) {
    const failure = `${label}: ${error instanceof Error ? error.message : describeError(error)}`;
    console.error(`✗ ${failure}`);
    scores.push({ passed: 0, failed: 1, failures: [failure.slice(0, 2_000)] });
  }
}

async function runBinary(name: string, args: string[]): Promise<void> {
  await expectSuccess(join(projectRoot, "node_modules", ".bin", name), args);
}

async function runNode(args: string[]): Promise<void> {
  await expectSuccess(process.execPath, args);
}

async function expectSuccess(command: string, args: string[]): Promise<void> {
  const { code, output } = await runQuietly(command, args, { cwd: projectRoot });
  if (code !== 0) throw new Error(`exit code ${code}\n${output}`);
}
