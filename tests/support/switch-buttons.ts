import type { Locator, Page } from "@playwright/test";
import { patternsOf } from "./text-patterns.ts";

const NAMES = ["switchOn", "switchOff", "dialog.confirmOn", "dialog.confirmOff"];

/** All buttons of a page in English that switch its inverters. */
export function switchButtons(page: Page): Locator {
  const pattern = patternsOf("en");
  const names = NAMES.map((name) => pattern(`realtime:control.${name}`));
  return page.getByRole("button", { name: new RegExp(names.join("|")) });
}
