import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { system } from "#app/theme/system.ts";
import alarms from "#locales/en/alarms.json" with { type: "json" };
import common from "#locales/en/common.json" with { type: "json" };
import { OperatorRules } from "./operator-rules.tsx";

async function show(rules: Parameters<typeof OperatorRules>[0]["rules"]): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  await i18n.init({ lng: "en", defaultNS: "common", resources: { en: { common, alarms } } });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <OperatorRules rules={rules} />
      </ChakraProvider>
    </I18nextProvider>,
  );
}

test("rules of the operator that do not cover all values are listed with the limits that are reached", async () => {
  const page = await show([{ ruleId: 101, name: "Cells too hot", covered: 50, registers: 58 }]);
  expect(page).toContain("up to 50 values");
  expect(page).toContain("up to 2,000");
  expect(page).toMatch(/Cells too hot.*50 of 58 values monitored/);
});

test("without such rules there is no section", async () => {
  expect(await show([])).not.toContain(alarms.operatorRules.title);
});
