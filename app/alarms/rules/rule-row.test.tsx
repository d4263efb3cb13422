import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { system } from "#app/theme/system.ts";
import alarms from "#locales/ar/alarms.json" with { type: "json" };
import common from "#locales/ar/common.json" with { type: "json" };
import { joinNames } from "./join-names.ts";
import { RuleRow } from "./rule-row.tsx";

test("the names of a rule's device and value keep the direction of the page", async () => {
  const i18n = createInstance().use(initReactI18next);
  const resources = { ar: { common, alarms } };
  await i18n.init({ lng: "ar", defaultNS: "common", resources });
  const place = joinNames("RiiO Sun", "تيار خرج AC، الطور U");
  const rule = { level: "fault", isOpen: true, sustainTime: 0 } as const;
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => <RuleRow rule={rule} title="تيار" place={place} conditions={[]} />,
    },
  ]);
  const row = renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <Page />
      </ChakraProvider>
    </I18nextProvider>,
  );
  // An element with a direction of its own would follow the first of the names.
  expect(row).toContain(`<small>${place}</small>`);
  expect(place).toBe("\u2068RiiO Sun\u2069 · \u2068تيار خرج AC، الطور U\u2069");
});
