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
import { updateResult } from "#domain/firmware/update.ts";
import common from "#locales/en/common.json" with { type: "json" };
import equipment from "#locales/en/equipment.json" with { type: "json" };
import param from "#locales/en/param.json" with { type: "json" };
import parameters from "#locales/en/parameters.json" with { type: "json" };
import problems from "#locales/en/problems.json" with { type: "json" };
import registers from "#locales/en/registers.json" with { type: "json" };
import remote from "#locales/en/remote.json" with { type: "json" };
import type { Setting } from "../param/setting.ts";
import { ClearedSettings } from "./cleared-settings.tsx";
import { EquipmentSection } from "./equipment-section.tsx";
import { Refused } from "./refused.tsx";
import type { UpdateRecord, UpdateRow, Updates } from "./remote-data.ts";
import { RemoteNotices } from "./remote-notices.tsx";
import { RemoteView } from "./remote-view.tsx";
import { UpdateHistory } from "./update-history.tsx";
import { UpdateProgress } from "./update-progress.tsx";

const NOW = 1_790_000_000_000;
const SITE = {
  ...{ key: "c2l0ZQ", search: "?key=c2l0ZQ", name: "Alpha roof", timeZone: "Europe/Berlin" },
  ...{ systemType: null, mayLock: false },
};
const LIVE: Live = { store: createLiveStore(), control: () => {}, connectNow: () => {} };
const LOCKS = {
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

const record = (fields: Partial<UpdateRecord> = {}): UpdateRecord => ({
  ...{ updateId: "u", address: "003311", component: "dsp", releaseId: 4, fromVersion: "5.02" },
  ...{ version: "5.03", by: "Olga Owner", at: NOW, state: "ended" as const, progress: 0 },
  ...{ message: null, result: null, reason: null, endedAt: NOW, endedIn: "restarting" as const },
  ...fields,
});
const row = (fields: Partial<UpdateRow> = {}): UpdateRow => ({
  ...{ address: "003311", typeCode: "0033", name: "Apollo", model: "Apollo Maxx 5K" },
  ...{ component: "dsp", version: "5.02", updating: false, progress: 0, update: null },
  ...{ invalid: null, available: null },
  ...fields,
});
const release = {
  ...{ releaseId: 4, version: "5.03", notes: {}, size: 1_000_000, minSoc: null, whenOff: false },
  refusal: null,
};
const updatesOf = (fields: Partial<Updates> = {}): Updates => ({
  ...{ online: true, refusal: null, rollout: null, awaited: null, soc: 80 },
  ...{ list: [row()], updates: [] },
  ...fields,
});

async function show(content: ReactNode): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const en = { common, equipment, param, parameters, problems, registers, remote };
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
  return html
    .replaceAll("<!-- -->", "")
    .replaceAll(/[\u2066-\u2069]/g, "")
    .replaceAll("&#x27;", "'");
}

const showView = (updates: Updates) =>
  show(
    <RemoteView
      {...{ site: SITE, now: NOW, updates, locks: LOCKS, controls: [], guards: [], drifts: [] }}
      changes={{ total: 0, list: [], faults: 0 }}
    />,
  );

test.each([
  ["locked", param.reason.locked],
  ["nothing", remote.refusal.nothing],
  ["some code of the future", remote.refusal.other],
])("an update that is refused as %s states why", async (refusal, reason) => {
  const html = await show(<Refused refusal={refusal} />);
  expect(html).toContain(remote.refused.replace("{{reason}}", reason));
});

test.each(updateResult.options)(
  "an update that ended as %s has its result in words",
  async (result) => {
    const ended = record({ result, reason: result === "withdrawn" ? "locked" : "426" });
    const { list } = updatesOf();
    const html = await show(
      <UpdateProgress
        {...{ record: ended, awaited: null, list, site: SITE, now: NOW }}
        onDismiss={() => {}}
        onChanged={() => {}}
      />,
    );
    const reason = result === "withdrawn" ? param.reason.locked : remote.status["426"];
    expect(html).toContain(remote.result[result].replace("{{reason}}", reason));
    const history = await show(
      <UpdateHistory updates={updatesOf({ updates: [ended] })} timeZone={SITE.timeZone} />,
    );
    expect(history).toContain(remote.outcome[result]);
    expect(history).toContain("Olga Owner");
  },
);

test.each(["refused", "failed", "rolled back", "not sent"] as const)(
  "an update that ended as %s begins with the text of the specification",
  (result) => {
    expect(remote.result[result]).toMatch(/^Update failed\./);
  },
);

test("a file that waits offers its installation until it expires", async () => {
  const waiting = record({ state: "transferred", progress: 100, endedAt: null, endedIn: null });
  const awaited = {
    ...{ updateId: "u", installs: false, hasVersion: false, healthySince: null, provenAt: null },
    due: NOW,
  };
  const html = await show(
    <UpdateProgress
      {...{ record: waiting, awaited, list: [row()], site: SITE, now: NOW }}
      onDismiss={() => {}}
      onChanged={() => {}}
    />,
  );
  expect(html).toContain('value="install"');
  expect(html).toContain(remote.now.waits.split("{{")[0]);
});

test("a site without releases says so, and one without equipment explains when it is listed", async () => {
  expect(await showView(updatesOf())).toContain(remote.equipment.none);
  const empty = await showView(updatesOf({ list: [] }));
  expect(empty).toContain(remote.empty.online);
  const offline = await showView(updatesOf({ list: [], online: false, refusal: "offline" }));
  expect(offline).toContain(remote.empty.offline);
  expect(offline).toContain(remote.state.offline);
});

test("what prevents all updates disables their buttons", async () => {
  const list = [row({ available: release })];
  const section = (refusal: Updates["refusal"]) =>
    show(<EquipmentSection updates={updatesOf({ list })} refusal={refusal} onChoose={() => {}} />);
  expect(await section(null)).not.toMatch(/<button[^>]* disabled/);
  expect(await section("locked")).toMatch(/<button[^>]* disabled/);
});

test("a condition of a release and a release that is not valid are stated in its row", async () => {
  const list = [
    row({ available: { ...release, minSoc: 30, refusal: "socLow" } }),
    row({ component: "bms", invalid: { version: "3.1", reason: "expired" } }),
    row({ component: "x-9", update: record({ result: "rolled back" }) }),
  ];
  const html = await show(
    <EquipmentSection updates={updatesOf({ list })} refusal={null} onChoose={() => {}} />,
  );
  expect(html).toContain(param.reason.socLow);
  expect(html).toContain(remote.row.expired.replace("{{version}}", "3.1"));
  expect(html).toContain("X-9");
  expect(html).toContain(remote.outcome["rolled back"]);
});

test("a rollout names whether it is the user's own, and leads to it only then", async () => {
  const notices = (own: boolean) =>
    show(
      <RemoteNotices
        refusal={null}
        updates={updatesOf({ rollout: { rolloutId: 3, own } })}
        site={SITE}
      />,
    );
  expect(await notices(true)).toContain("/rollouts?id=3");
  const foreign = await notices(false);
  expect(foreign).toContain(remote.state.rolloutOf);
  expect(foreign).not.toContain("/rollouts");
});

test("a lock names who can lift it", async () => {
  const notices = (mayLock: boolean) =>
    show(<RemoteNotices refusal="locked" updates={updatesOf()} site={{ ...SITE, mayLock }} />);
  expect(await notices(false)).toContain(remote.state.locked);
  expect(await notices(true)).toContain(common.navigation.parameters);
});

test("settings that an update cleared show both values and their restoration", async () => {
  const cleared: Setting = {
    ...{ address: "0033110031", register: "0031", kind: "setting", access: "rw" },
    ...{ name: "batteryReserve", unit: "%", limits: { min: 5, max: 90, step: 1, precision: 0 } },
    ...{ endurance: 10_000, value: 20, at: NOW, writes: 12, writesToday: 3, isDriftIgnored: false },
    drift: { from: 35, to: 20, at: NOW },
  };
  const html = await show(
    <ClearedSettings
      {...{ cleared: [cleared], update: record({ result: "success" }), site: SITE, locks: LOCKS }}
      {...{ changes: [], loaded: null, mayChange: true, onSubmitted: () => {} }}
    />,
  );
  for (const text of ["35%", "20%", remote.cleared.restore]) expect(html).toContain(text);
});
