import { expect, test } from "vitest";
import { findInstalledBrowser, packagedLauncher, readBrowserChoice } from "./installed-browser.ts";

test("a browser is chosen by its kind or by its path, which decides", () => {
  expect(readBrowserChoice({})).toBeNull();
  expect(readBrowserChoice({ HELIOPORT_BROWSER: "", CHROMIUM_PATH: "" })).toBeNull();
  expect(readBrowserChoice({ HELIOPORT_BROWSER: "packaged" })).toEqual({ kind: "packaged" });
  expect(readBrowserChoice({ HELIOPORT_BROWSER: "installed" })).toEqual({ kind: "installed" });
  const path = process.execPath;
  expect(readBrowserChoice({ HELIOPORT_BROWSER: "packaged", CHROMIUM_PATH: path })).toEqual({
    path,
  });
});

test("other values are refused by a line that names the allowed ones", () => {
  for (const value of ["Packaged", "firefox", "/usr/bin/chromium"])
    expect(() => readBrowserChoice({ HELIOPORT_BROWSER: value })).toThrow(
      /"installed" .* or "packaged" .*CHROMIUM_PATH/,
    );
  expect(() => readBrowserChoice({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow("/nowhere/");
});

test("the system's browser is never taken for the packaged one, nor the reverse", () => {
  expect([undefined, packagedLauncher]).toContain(
    findInstalledBrowser({ HELIOPORT_BROWSER: "packaged" }),
  );
  expect(findInstalledBrowser({ HELIOPORT_BROWSER: "installed" })).not.toBe(packagedLauncher);
});
