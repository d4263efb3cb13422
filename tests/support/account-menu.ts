import type { Locator, Page } from "@playwright/test";
import { patternsOf } from "./text-patterns.ts";

/** The button in the bar of a page in English that opens the menu of the account, whatever name the account has. */
export function accountMenu(page: Page): Locator {
  const name = new RegExp(`^${patternsOf("en")("common:user.menu")}`);
  return page.getByRole("button", { name });
}
