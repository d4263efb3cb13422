import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { system } from "#app/theme/system.ts";
import { DEFAULT_PLAN } from "#domain/rollouts/limits.ts";
import { SITE_STATES, type SiteState } from "#domain/rollouts/states.ts";
import common from "#locales/en/common.json" with { type: "json" };
import equipment from "#locales/en/equipment.json" with { type: "json" };
import param from "#locales/en/param.json" with { type: "json" };
import parameters from "#locales/en/parameters.json" with { type: "json" };
import registers from "#locales/en/registers.json" with { type: "json" };
import texts from "#locales/en/rollouts.json" with { type: "json" };
import { RolloutView } from "./rollout-view.tsx";
import type { Rollout, RolloutSite } from "./rollouts-data.ts";

const NOW = 1_790_000_000_000;

const digits = (...states: readonly SiteState[]) =>
  states.map((state) => SITE_STATES.indexOf(state)).join("");

const site = (state: SiteState, more: Partial<RolloutSite> = {}): RolloutSite => ({
  ...{ siteId: 12, name: "Alpha roof", key: "c2l0ZQ", roleKey: "cm9sZQ", state },
  ...{ reason: null, startTime: null, dueTime: null, endTime: null, ...more },
});

const counts = {
  ...{ unchecked: 0, pending: 0, skipped: 0, inProgress: 0, succeeded: 0, failed: 0 },
};

const rollout: Rollout = {
  ...{ rolloutId: 3, by: "Ana", status: "ready", wave: 0, reason: null, isOwn: true },
  ...{ needsApproval: false, isApproved: false, approver: null, plan: DEFAULT_PLAN, undoes: null },
  ...{ createTime: NOW, startTime: null, endTime: null },
  task: { kind: "settings", items: [{ address: "0033111004", value: 40 }] },
  settings: [
    {
      ...{ address: "0033111004", register: "1004", value: 40, name: "displayBrightness" },
      ...{ kind: "setting", unit: "%" },
    },
  ],
  releases: [],
  sites: { ...counts, pending: 1 },
  states: digits("pending"),
  list: [site("pending")],
};

async function show(
  changes: Partial<Rollout>,
  canary: readonly RolloutSite[] = [],
): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const resources = {
    en: { common, equipment, param, parameters, registers, rollouts: texts },
  };
  await i18n.init({ lng: "en", defaultNS: "common", resources });
  const shown = { ...rollout, ...changes };
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => <RolloutView rollout={shown} canary={canary} look={null} page={1} />,
    },
  ]);
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <ChakraProvider value={system}>
        <Page />
      </ChakraProvider>
    </I18nextProvider>,
  );
}

const buttonOf = (intent: string) => `value="${intent}"`;

test("a checked rollout is started by its author, unless it needs another confirmation first", async () => {
  const ready = await show({});
  expect(ready).toContain(buttonOf("start"));
  expect(ready).toContain(texts.stop.discard);
  const waiting = await show({ needsApproval: true });
  expect(waiting).not.toContain(buttonOf("start"));
  expect(waiting).toContain("A second confirmation is needed");
  const approved = await show({ needsApproval: true, isApproved: true, approver: "Olga" });
  expect(approved).toContain(buttonOf("start"));
  expect(approved).toContain("Confirmed by Olga");
});

test("another administrator confirms it once, and neither starts nor undoes it", async () => {
  const foreign = await show({ isOwn: false, needsApproval: true });
  expect(foreign).toContain(buttonOf("approve"));
  expect(foreign).not.toContain(buttonOf("start"));
  expect(await show({ isOwn: false, needsApproval: true, isApproved: true })).not.toContain(
    buttonOf("approve"),
  );
  const ended: Partial<Rollout> = {
    ...{ status: "completed", endTime: NOW, sites: { ...counts, succeeded: 1 } },
  };
  expect(await show({ ...ended, isOwn: false })).not.toContain(buttonOf("undo"));
});

test("a running rollout is stopped, and shows the health of the sites that all others wait for", async () => {
  const running: Partial<Rollout> = {
    ...{ status: "running", startTime: NOW, sites: { ...counts, inProgress: 1, pending: 1 } },
    states: digits("watching", "pending"),
  };
  const page = await show(running, [site("watching", { startTime: NOW, dueTime: NOW + 60_000 })]);
  expect(page).toContain(buttonOf("stop"));
  expect(page).toContain(texts.canary.title);
  expect(page).toContain("Has to stay healthy until");
  expect(page.match(/<i data-look="2"><\/i>/g)).toHaveLength(1);
  const later = await show({ ...running, wave: 1 }, [site("succeeded")]);
  expect(later).not.toContain("They have to stay healthy");
  expect(later).toContain("Wave 1 of 3");
});

test("a stopped rollout says why, and is undone only after its sites have ended", async () => {
  const stopped: Partial<Rollout> = {
    ...{ status: "stopped", reason: "canaryFailed", startTime: NOW, states: digits("failed") },
    list: [site("failed", { reason: "reverted by device", endTime: NOW })],
  };
  const ending = await show({ ...stopped, sites: { ...counts, failed: 1, inProgress: 1 } });
  expect(ending).toContain(texts.stopReason.canaryFailed);
  expect(ending).toContain("1 site in progress still comes to its end");
  expect(ending).not.toContain(buttonOf("undo"));
  expect(ending).not.toContain(buttonOf("stop"));
  const ended: Partial<Rollout> = { ...stopped, endTime: NOW, sites: { ...counts, failed: 1 } };
  const page = await show(ended);
  expect(page).toContain(buttonOf("undo"));
  expect(page).toContain(param.reason["reverted by device"]);
  const firmware: Partial<Rollout> = { task: { kind: "firmware", releaseIds: [4] }, settings: [] };
  expect(await show({ ...ended, ...firmware })).not.toContain(buttonOf("undo"));
});

test("a rollout states after how long its devices put the old values back", async () => {
  const items = [{ address: "0033110031", value: 20 }];
  const page = await show({ task: { kind: "settings", items, revertAfter: 300 } });
  expect(page).toContain("old values back after 5 minutes");
  expect(await show({ task: { kind: "settings", items } })).not.toContain("old values back after");
});

test("a site without access has neither name nor link, and a dry run without sites says so", async () => {
  const hidden = site("skipped", { name: "", key: null, roleKey: null, reason: "forbidden" });
  const page = await show({
    ...{ status: "completed", endTime: NOW, sites: { ...counts, skipped: 1 } },
    ...{ states: digits("skipped"), list: [hidden] },
  });
  expect(page).toContain(texts.sites.hidden);
  expect(page).not.toContain("/realtime");
  expect(page).toContain(texts.now.none);
  expect(page).toContain(param.reason.forbidden);
});
