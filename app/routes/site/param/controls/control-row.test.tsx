import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { type Live, LiveContext } from "#app/live/live-context.ts";
import { createLiveStore } from "#app/live/live-store.ts";
import { system } from "#app/theme/system.ts";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import controls from "#locales/en/controls.json" with { type: "json" };
import type { ParamLocks } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { ControlRowView } from "./control-row.tsx";
import { type ControlKind, listControls } from "./list-controls.ts";

const NOW = 1_790_000_000_000;
const TOKEN = "006B11100A";
const SYNCHRONIZE = "0033111026";
const SITE = { systemType: "10003", timeZone: "Etc/UTC" };
const LIVE: Live = { store: createLiveStore(), control: () => {}, connectNow: () => {} };
const LOCKS: ParamLocks = {
  ...{ isOnline: true, isLocked: false, isUnattended: false, hasRemoteControl: true },
  ...{ hasPassword: false, needsPassword: false, enteredUntil: null, features: [] },
  ...{ tokenLock: null, areInvertersOff: true },
};

const SETTINGS = ["006B11", "003311"].flatMap((address) =>
  listFactorySettings({ address }, { systemType: "10003" }).map(
    ({ described: { register, name = null, kind, access }, initial }): Setting => ({
      ...{ address: address + register, register, kind, access, name, unit: "", limits: {} },
      ...{ endurance: 1, value: initial, at: null, writes: 0, writesToday: 0, drift: null },
      isDriftIgnored: false,
    }),
  ),
);

const changeOf = (address: string, result: ChangeRecord["result"]): ChangeRecord => ({
  ...{ changeId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", by: "Olga Owner", at: NOW, expires: NOW },
  ...{ atomic: true, revertAfter: null, reason: null, endedAt: NOW, seen: null },
  ...{ state: "ended" as const, result },
  items: [{ address, from: null, value: 1, state: "ended", held: null }],
});

/** Shows the row of a control. */
async function show(
  kind: ControlKind,
  address: string,
  { tokenLock = null as string | null, changes = [] as ChangeRecord[] } = {},
): Promise<string> {
  const card = listControls(SETTINGS).find((one) => one.kind === kind);
  const row = card?.rows.find(({ setting }) => setting.address === address);
  if (card === undefined || row === undefined) throw new Error(`${address} is no control`);
  const i18n = createInstance().use(initReactI18next);
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: "en", resources: { en: { controls } }, interpolation });
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <LiveContext value={LIVE}>
          <ControlRowView
            {...{ card, row, changes, site: SITE, device: "Device", controls: SETTINGS }}
            {...{ locks: { ...LOCKS, tokenLock }, now: NOW, reasonId: null, shared: [] }}
            blockedOf={() => null}
            onChoose={() => {}}
          />
        </LiveContext>
      </ChakraProvider>
    </I18nextProvider>,
  );
}

test.each(["unlocked", "locked", "unlocked forever"] as const)(
  "the token panel shows that the device is %s, and what that means",
  async (tokenLock) => {
    const html = await show("logger", TOKEN, { tokenLock });
    expect(html).toContain(`data-token="${tokenLock}"`);
    expect(html).toContain(controls.token[tokenLock]);
    expect(html).toContain(controls.tokenText[tokenLock]);
  },
);

test("a device that reports no lock of its token is shown as unknown", async () => {
  const html = await show("logger", TOKEN, { tokenLock: "some state of the future" });
  expect(html).toContain('data-token="unknown"');
  expect(html).toContain(controls.tokenText.unknown);
});

test("an updated token has the text of the specification until another change follows", async () => {
  const updated = changeOf(TOKEN, "success");
  expect(await show("logger", TOKEN, { changes: [updated] })).toContain("Update Success");
  for (const changes of [
    [],
    [changeOf(TOKEN, "failed")],
    [changeOf(SYNCHRONIZE, "success"), updated],
  ])
    expect(await show("logger", TOKEN, { changes })).not.toContain("Update Success");
});

test("a failed synchronisation has the text of the specification until another change follows", async () => {
  const text = "Parameter synchronization failed, refresh and retry";
  const failed = changeOf(SYNCHRONIZE, "failed");
  const showIt = (changes: ChangeRecord[]) => show("synchronization", SYNCHRONIZE, { changes });
  expect(await showIt([failed])).toContain(text);
  for (const changes of [
    [],
    [changeOf(SYNCHRONIZE, undefined)],
    [changeOf(SYNCHRONIZE, "success")],
    [changeOf(TOKEN, "success"), failed],
  ])
    expect(await showIt(changes)).not.toContain(text);
});
