import { defineConfig, devices } from "@playwright/test";
import { readE2eServer } from "./tests/support/e2e-server.ts";
import { closeIdleConnections } from "./tests/support/no-idle-connections.ts";
import { findInstalledBrowser } from "./tools/browser/installed-browser.ts";

// A headless browser's own name counts as a robot's, which is served differently.
const { userAgent, ...chromium } = devices["Desktop Chrome"];

const browser = findInstalledBrowser();
if (browser === undefined && process.env.HELIOPORT_BROWSER)
  throw new Error(
    `HELIOPORT_BROWSER is ${process.env.HELIOPORT_BROWSER}, but there is no such browser yet: \`npm test\` installs it`,
  );

// Playwright's workers read this file, too.
closeIdleConnections();

// The global set-up writes it before the workers read this file.
const server = process.env.HELIOPORT_E2E === undefined ? null : readE2eServer();

/** Tests that measure seconds run first and alone. */
const STOPWATCH = "**/stopwatch.spec.ts";
/** These wait for a minute or longer without using the processor. */
const WAITING = [
  "**/first-light.spec.ts",
  "**/frozen-logger.spec.ts",
  "**/alarm-notification.spec.ts",
  "**/slow-settings.spec.ts",
];
/** Four keep two cores busy: a journey waits for answers and animations about half of the time. */
const JOURNEYS_AT_ONCE = 4;

/**
 * Each window of a Chromium with an address bar renders two pages for that bar's suggestions, which took more processor
 * time than most pages of ours. A second list takes the place of Playwright's own, whose names therefore stand here, too.
 */
const WITHOUT_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Without a GPU, endless animations are drawn by the processor sixty times a second: only journeys about them ask for it. */
const STILL = { contextOptions: { reducedMotion: "reduce" as const } };

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  // Files side by side, each with loggers of its own.
  workers: WAITING.length + JOURNEYS_AT_ONCE,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Ends a journey that hangs. It measures nothing, because a journey beside other busy processes takes several times as
  // long; each wait within a journey has a timeout of its own, which names what did not happen.
  timeout: 240_000,
  // What is held to seconds says so; nothing else may fail because a machine is slow.
  expect: { timeout: 20_000 },
  reporter: process.env.HELIOPORT_TEST_REPORT
    ? [["list"], ["json", { outputFile: process.env.HELIOPORT_TEST_REPORT }]]
    : "list",
  projects: [
    { name: "stopwatch", testMatch: STOPWATCH },
    { name: "waiting", testMatch: WAITING, dependencies: ["stopwatch"], use: STILL },
    {
      name: "journeys",
      testIgnore: [STOPWATCH, ...WAITING],
      workers: JOURNEYS_AT_ONCE,
      dependencies: ["stopwatch"],
      use: STILL,
    },
  ],
  globalSetup: "./tests/support/e2e-setup.ts",
  use: {
    ...chromium,
    userAgent: userAgent.replace("HeadlessChrome", "Chrome"),
    baseURL: server?.url,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A trace takes as long again as the journey: `--trace retain-on-failure` makes one.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${WITHOUT_FEATURES.join()}`,
      ],
    },
  },
});
