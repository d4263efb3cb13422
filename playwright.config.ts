import { defineConfig, devices } from "@playwright/test";

const chromium = devices["Desktop Chrome"];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  reporter: process.env.HELIOPORT_TEST_REPORT
    ? [["list"], ["json", { outputFile: process.env.HELIOPORT_TEST_REPORT }]]
    : "list",
  globalSetup: "./tests/support/e2e-setup.ts",
  use: { ...chromium, locale: "en-GB", timezoneId: "Europe/Berlin", trace: "retain-on-failure" },
  projects: [{ name: "chromium", use: { ...chromium } }],
});
