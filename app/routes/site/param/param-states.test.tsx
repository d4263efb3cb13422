import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { type Live, LiveContext } from "#app/live/live-context.ts";
import { createLiveStore } from "#app/live/live-store.ts";
import { system } from "#app/theme/system.ts";
import type { ChangeItem, ChangeRecord } from "#domain/settings/change.ts";
import common from "#locales/en/common.json" with { type: "json" };
import equipment from "#locales/en/equipment.json" with { type: "json" };
import param from "#locales/en/param.json" with { type: "json" };
import parameters from "#locales/en/parameters.json" with { type: "json" };
import problems from "#locales/en/problems.json" with { type: "json" };
import registers from "#locales/en/registers.json" with { type: "json" };
import { ChangeHistory } from "./change-history.tsx";
import { PasswordEntry } from "./locks-section.tsx";
import type { ParamData, ParamLocks, Refusal } from "./param-data.ts";
import { ReviewFields } from "./review-fields.tsx";
import type { Setting } from "./setting.ts";
import type { DraftEntry } from "./setting-draft.ts";
import { SettingRow } from "./setting-row.tsx";
import { StateNotices } from "./state-notices.tsx";
import { UpdateNotice } from "./update-notice.tsx";

const NOW = 1_790_000_000_000;
const ADDRESS = "0033110031";
const SITE = {
  key: "c2l0ZQ",
  search: "key=c2l0ZQ",
  name: "Alpha roof",
  timeZone: "Europe/Berlin",
  systemType: null,
};

const reserve: Setting = {
  ...{ address: ADDRESS, register: "0031", kind: "setting", access: "rw", name: "batteryReserve" },
  ...{ unit: "%", limits: { min: 5, max: 90, step: 1, precision: 0 }, endurance: 10_000 },
  ...{ value: 20, at: NOW, writes: 12, writesToday: 3, drift: null, isDriftIgnored: false },
};

const LOCKS: ParamLocks = {
  ...{ isOnline: true, isLocked: false, isUnattended: false, hasRemoteControl: true },
  ...{
    hasPassword: false,
    needsPassword: false,
    enteredUntil: null,
    features: [],
    tokenLock: null,
  },
  areInvertersOff: null,
};

const makeChange = (
  result: ChangeRecord["result"],
  items: Partial<ChangeItem>[],
): ChangeRecord => ({
  ...{ changeId: "0b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11", by: "Olga Owner", at: NOW, expires: NOW },
  ...{ atomic: true, revertAfter: null, reason: "winter", endedAt: NOW, seen: false },
  ...{ state: "ended" as const, result },
  items: items.map((item) => ({
    ...{ address: ADDRESS, from: 20, value: 35, state: "ended" as const, held: null },
    ...item,
  })),
});

const LIVE: Live = { store: createLiveStore(), control: () => {}, connectNow: () => {} };

async function show(content: ReactNode): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const en = { common, equipment, param, parameters, problems, registers };
  const interpolation = { escapeValue: false };
  await i18n.init({ lng: "en", defaultNS: "common", resources: { en }, interpolation });
  const Page = createRoutesStub([{ path: "/", Component: () => content }]);
  const html = renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <LiveContext value={LIVE}>
          <Page />
        </LiveContext>
      </ChakraProvider>
    </I18nextProvider>,
  );
  return html.replaceAll("<!-- -->", "").replaceAll(/[\u2066-\u2069]/g, "");
}

const showRow = (
  setting: Setting,
  { entry, refusals = [] }: { entry?: DraftEntry; refusals?: readonly Refusal[] } = {},
) =>
  show(
    <SettingRow
      setting={setting}
      entry={entry}
      refusals={refusals}
      site={SITE}
      settings={[setting]}
      isReadOnly={false}
      type={() => {}}
      rebase={() => {}}
    />,
  );

const showChanges = (list: readonly ChangeRecord[], register: string | null = null) =>
  show(
    <ChangeHistory
      filter={{ device: null, section: null, tab: null, search: "", register, page: 1 }}
      site={SITE}
      changes={{ total: list.length, pages: 1, list, faults: 0 }}
      settings={[reserve]}
      mayChange
      onUndo={() => {}}
    />,
  );

test("a mixed change shows each setting's result, and stays a fault until a user has looked at it", async () => {
  const mixed = makeChange("mixed", [
    { result: "success", readBack: 35 },
    { address: "0033110047", result: "configuration failed", readBack: 220 },
  ]);
  const html = await showChanges([mixed]);
  expect(html).toContain(param.outcome.mixed);
  expect(html).toContain(param.itemResult["configuration failed"]);
  expect(html).toContain('value="seen"');
  const locks = {
    locks: LOCKS,
    may: { configure: true, control: true, update: true, lock: true, setPassword: true },
  };
  const changes: ParamData["changes"] = { total: 1, pages: 1, list: [], faults: 1 };
  expect(await show(<StateNotices {...locks} changes={changes} />)).toContain("mixed values");
});

test("an update of firmware has priority over changes, with a link for a user who may see it", async () => {
  const update = { address: "003311", component: "dsp", version: "5.03" };
  const showUpdate = (step: "running" | "waiting", href: string | null) =>
    show(<UpdateNotice update={{ step, ...update }} devices={[]} href={href} />);
  const running = await showUpdate("running", "/remote?key=c2l0ZQ");
  expect(running).toContain("is being updated to version 5.03");
  expect(running).toContain("priority should be given to the update");
  expect(running).toContain('href="/remote?key=c2l0ZQ"');
  const waiting = await showUpdate("waiting", null);
  expect(waiting).toContain("Version 5.03 waits to be installed");
  expect(waiting).not.toContain("href");
  const planned = { step: "planned" as const, address: null, component: null, version: null };
  const shown = await show(<UpdateNotice update={planned} devices={[]} href={null} />);
  expect(shown).toContain(param.priority.planned);
  const none = await show(<UpdateNotice update={null} devices={[]} href={null} />);
  expect(none).not.toContain('role="alert"');
});

test("the history of one register shows its values with the author and the reason", async () => {
  const html = await showChanges([makeChange("success", [{ result: "success" }])], ADDRESS);
  for (const text of ["20%", "35%", "Olga Owner", "winter"]) expect(html).toContain(text);
  expect(html).toContain(param.history.ofOne.replace("{{name}}", parameters.name.batteryReserve));
});

test("a value that changed meanwhile is shown beside the input, and a conflict names it", async () => {
  const html = await showRow(reserve, { entry: { typed: "35", base: 15 } });
  expect(html).toContain(param.moved.replace("{{value}}", "20%"));
  expect(html).toContain(param.keepInput);
  const conflict = { code: "conflict", address: ADDRESS, limit: { value: 25 } };
  const refused = await showRow(reserve, {
    entry: { typed: "35", base: 20 },
    refusals: [conflict],
  });
  expect(refused).toContain(param.refusal.conflictValue.replace("{{value}}", "25%"));
});

test("a drift shows both values and offers to keep, restore and ignore it", async () => {
  const html = await showRow({ ...reserve, drift: { from: 30, to: 20, at: NOW } });
  for (const text of ["30%", "20%", param.drift.keep, param.drift.restore, param.drift.ignore])
    expect(html).toContain(text);
});

test("a secret has no value on the page, and a drift of it offers no old one", async () => {
  const html = await showRow({
    ...{ ...reserve, kind: "text", unit: "", limits: {}, secret: true, value: null },
    drift: { from: null, to: null, at: NOW },
  });
  expect(html).toContain('type="password"');
  expect(html).not.toContain(param.drift.restore);
});

test("the advanced password is asked for until it is entered, then shows until when it counts", async () => {
  const locks = { ...LOCKS, hasPassword: true, needsPassword: true };
  const closed = await show(<PasswordEntry locks={locks} timeZone={SITE.timeZone} />);
  expect(closed).toContain('name="advancedPassword"');
  const open = { ...locks, needsPassword: false, enteredUntil: NOW };
  const entered = await show(<PasswordEntry locks={open} timeZone={SITE.timeZone} />);
  expect(entered).toContain(param.password.entered);
  expect(entered).not.toContain('name="advancedPassword"');
});

test("a time of day is typed, and its limits are explained", async () => {
  const time = { ...reserve, format: "time", unit: "min", value: 1_440, limits: { max: 1_440 } };
  expect(await showRow(time)).toContain('value="24:00"');
  const wrong = await showRow(time, { entry: { typed: "24:30", base: 1_440 } });
  expect(wrong).toContain(param.problem.time);
  expect(wrong).toContain('aria-invalid="true"');
});

test("days of the week are seven buttons, pressed as in the mask", async () => {
  const week = { ...reserve, format: "week", unit: "", value: 0b110_0000, limits: { max: 127 } };
  const html = await showRow(week);
  expect(html.match(/aria-pressed="(?:true|false)"/g)).toEqual([
    ...Array.from({ length: 5 }, () => 'aria-pressed="false"'),
    ...Array.from({ length: 2 }, () => 'aria-pressed="true"'),
  ]);
});

test("an asterisk explains that a setting waits until the inverters are off, and only where it does", async () => {
  const marked = await showRow({ ...reserve, whenOff: true });
  expect(marked).toMatch(new RegExp(`<abbr[^>]*title="${param.whenOff}"[^>]*>\\*</abbr>`));
  expect(await showRow(reserve)).not.toContain("<abbr");
});

test("the range and the recommended range of a setting are shown beside it", async () => {
  const html = await showRow({ ...reserve, recommended: [10, 40] });
  for (const [text, min, max] of [
    [param.range, "5%", "90%"],
    [param.recommended, "10%", "40%"],
  ] as const)
    expect(html).toContain(text.replace("{{min}}", min).replace("{{max}}", max));
  expect(await showRow(reserve)).not.toContain("data-recommended");
});

test.each<[Partial<ParamLocks>, string]>([
  [{ isOnline: false }, param.state.offline],
  [{ hasRemoteControl: false }, "unable to set, make sure remote control is enabled on the device"],
  [{ isLocked: true }, param.state.lockedByYou],
  [{ isUnattended: true }, param.state.unattended],
  [{ hasPassword: true, needsPassword: true }, param.state.password],
])("what prevents changes is stated above the settings: %j", async (lock, text) => {
  const may = { configure: true, control: true, update: true, lock: true, setPassword: true };
  const changes: ParamData["changes"] = { total: 0, pages: 0, list: [], faults: 0 };
  const notices = (locks: ParamLocks) =>
    show(<StateNotices locks={locks} may={may} changes={changes} />);
  expect(await notices({ ...LOCKS, ...lock })).toContain(text);
  expect(await notices(LOCKS)).not.toContain(text);
});

test("a review has a box for each confirmation, with its text, ticked once it is confirmed", async () => {
  const options = { isAtomic: true, revertMinutes: null, reason: "", wear: {} };
  const html = await show(
    <ReviewFields
      {...{ isSingle: true, canRevert: false, general: [], settings: [reserve] }}
      options={{ ...options, confirmed: ["reset of all settings"] }}
      confirmations={["grid regulations", "reset of the battery settings", "reset of all settings"]}
      onChange={() => {}}
    />,
  );
  const boxes = [...html.matchAll(/<label data-confirm[^>]*>(.*?)<\/label>/g)].map(([box]) => [
    Object.values(param.confirm).find((text) => box.includes(text)),
    box.includes("checked"),
  ]);
  expect(boxes).toEqual([
    ["Local regulations allow this site to feed the grid.", false],
    [param.confirm["reset of the battery settings"], false],
    [param.confirm["reset of all settings"], true],
  ]);
});
