import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { type Live, LiveContext } from "#app/live/live-context.ts";
import { createLiveStore } from "#app/live/live-store.ts";
import { system } from "#app/theme/system.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import realtime from "#locales/en/realtime.json" with { type: "json" };
import registers from "#locales/en/registers.json" with { type: "json" };
import { CommandEnd } from "./command-end.tsx";

const LIVE: Live = { store: createLiveStore(), control: () => {}, connectNow: () => {} };

async function show(result: CommandRecord["result"], readBack?: number): Promise<string> {
  const command = {
    ...{ commandId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", address: "0033110047", value: 120 },
    ...{ state: "ended", result, readBack },
  } as CommandRecord;
  const i18n = createInstance().use(initReactI18next);
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: "en", resources: { en: { realtime, registers } }, interpolation });
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <LiveContext value={LIVE}>
          <CommandEnd command={command} />
        </LiveContext>
      </ChakraProvider>
    </I18nextProvider>,
  );
  return html.replaceAll("<!-- -->", "").replaceAll(/[\u2066-\u2069]/g, "");
}

test.each([
  ["success", "Success"],
  ["parameter error", "Parameter error"],
  ["response timeout", "Response timeout"],
  ["configuration failed", "Configuration failed"],
] as const)("the result %s has the text of the specification", async (result, text) => {
  expect(realtime.commands.result[result]).toBe(text);
  if (result !== "success") expect(await show(result)).toContain(`${text}:`);
});

test("the end of a command names what the device reports", async () => {
  expect(await show("success", 120)).toContain("Done: the device reports “120”");
  expect(await show("configuration failed", 119)).toContain("the device reports “119” instead");
  expect(await show("unknown")).toContain(realtime.control.end.unknown);
});
