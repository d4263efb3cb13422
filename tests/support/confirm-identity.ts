import type { Page } from "@playwright/test";
import { speaker } from "./texts.ts";

/** Types the password where a page asks for a confirmation of identity, by keyboard alone. */
export async function confirmIdentity(
  page: Page,
  password: string,
  say = speaker("en"),
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: say("common:identity.title") });
  const field = dialog.getByLabel(say("common:identity.password"));
  await field.fill(password);
  await field.press("Enter");
}
