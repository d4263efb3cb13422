import type { Locator, Page } from "@playwright/test";
import type { FleetSite } from "#simulator/fleet-file.ts";
import type { speaker } from "./texts.ts";

type Say = ReturnType<typeof speaker>;

/** A period of the time control as it is typed; days are counted from 0 for Monday. */
export type TypedPeriod = {
  start: string;
  end: string;
  days: readonly number[];
  reservedSoc: string;
  isCharged?: boolean;
  isOffAtSoc?: boolean;
};

/** The site with all settings of the catalogue, which its simulated devices then have. */
export function withAllSettings(site: FleetSite): FleetSite {
  const { profile } = site;
  if (profile?.kind !== "simulated") throw new Error(`${site.name} is not simulated`);
  return { ...site, profile: { ...profile, settings: "all" } };
}

/** Fills the dialog of a period, which is open. */
export async function fillPeriod(dialog: Locator, period: TypedPeriod): Promise<void> {
  await dialog.locator("[data-field$=Start] input").fill(period.start);
  await dialog.locator("[data-field$=End] input").fill(period.end);
  for (const [day, button] of (await dialog.locator("[data-field$=Days] button").all()).entries()) {
    const isChosen = (await button.getAttribute("aria-pressed")) === "true";
    if (isChosen !== period.days.includes(day)) await button.click();
  }
  await dialog.locator("[data-field$=ReservedSoc] input[type=text]").fill(period.reservedSoc);
  await dialog.locator("[data-field$=AcCharge] input").setChecked(period.isCharged ?? false);
  await dialog.locator("[data-field$=OffAtSoc] input").setChecked(period.isOffAtSoc ?? false);
}

/** Adds a period to the time control of the page. */
export async function addPeriod(page: Page, say: Say, period: TypedPeriod): Promise<void> {
  await page.getByRole("button", { name: say("param:timetable.period.add") }).click();
  const dialog = page.getByRole("dialog");
  await fillPeriod(dialog, period);
  await dialog.getByRole("button", { name: say("param:timetable.apply") }).click();
  await dialog.waitFor({ state: "hidden" });
}
