import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import controls from "#locales/en/controls.json" with { type: "json" };
import type { Setting } from "../setting.ts";
import { type ActionName, listControls } from "./list-controls.ts";
import { useControlText } from "./use-control-text.ts";

/** 12:00 UTC, as ms UTC. */
const NOON = Date.UTC(2026, 5, 1, 12);

/** Settings of one device as its catalogue describes them. */
function settingsOf(address: string, systemType: string): Setting[] {
  return listFactorySettings({ address }, { systemType }).map(
    ({ described: { register, name = null, kind, access }, initial }) => ({
      ...{ address: address + register, register, kind, access, name, unit: "", limits: {} },
      ...{ endurance: 1, value: initial, at: null, writes: 0, writesToday: 0, drift: null },
      isDriftIgnored: false,
    }),
  );
}

/** Shows what the confirmation of an action says. */
async function effectOf(name: ActionName, settings: Setting[], now = NOON): Promise<string> {
  function Effect() {
    const site = { systemType: "10003", timeZone: "Etc/UTC" };
    const { effectText } = useControlText(site, settings);
    for (const { rows } of listControls(settings))
      for (const row of rows)
        for (const action of row.actions)
          if (action.name === name) return effectText(row, action, "Generator", now);
    throw new Error(`${name} is no control`);
  }
  const i18n = createInstance().use(initReactI18next);
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: "en", resources: { en: { controls } }, interpolation });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <Effect />
    </I18nextProvider>,
  );
}

test("the confirmation of a manual start names the start delay of the generator, and that of a stop does not", async () => {
  const settings = settingsOf("800D11", "10003");
  const text = controls.action.generatorStart.text;
  expect(await effectOf("generatorStart", settings)).toBe(`${text} Its start delay is 10 s.`);
  expect(await effectOf("generatorStop", settings)).not.toContain("delay");
  const without = settings.filter(({ name }) => name !== "generatorStartDelay");
  expect(await effectOf("generatorStart", without)).toBe(text);
});

test("the confirmation of a full charge by day says that it waits for 19:00, and by night that it starts at once", async () => {
  const settings = settingsOf("003311", "10003");
  const runs = "Runs from 19:00 to 07:00 site time.";
  expect(await effectOf("fullChargeStart", settings)).toBe(`${runs} It waits until 19:00.`);
  const midnight = NOON + 12 * 3_600_000;
  expect(await effectOf("fullChargeStart", settings, midnight)).toContain("It starts at once");
});
