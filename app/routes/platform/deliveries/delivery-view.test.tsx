import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { system } from "#app/theme/system.ts";
import type { Channel } from "#domain/notifications/notice.ts";
import alarms from "#locales/en/alarms.json" with { type: "json" };
import common from "#locales/en/common.json" with { type: "json" };
import platform from "#locales/en/platform.json" with { type: "json" };
import type { Delivery, DeliverySummary } from "./delivery-data.ts";
import { DeliveryView } from "./delivery-view.tsx";

const NOW = 1_790_000_000_000;
const counts = { waiting: 0, sent: 0, failed: 1 };
const summary: DeliverySummary = {
  waiting: { urgent: 0, alarms: 0, others: 0 },
  ...{ retried: 0, oldestWaitingAt: null, sentLastHour: 0, sentLastDay: 0, failed: 1 },
  ...{ replayable: 1, replayableWebhooks: 7 },
  notifications: {},
  channels: { mail: counts, push: counts, webhook: counts },
};

const failed: Delivery = {
  ...{ id: 812, template: "alarm.start", kind: "alarms", createdAt: NOW, attempts: 10 },
  ...{ dueAt: NOW, sentAt: null, failedAt: NOW, status: 500, fault: "status", isReplayable: true },
};

async function show(channel: Channel, delivery: Delivery): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const resources = { en: { common, alarms, platform } };
  await i18n.init({ lng: "en", defaultNS: "common", resources });
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <DeliveryView
          query={{ channel, state: "failed", period: "day", page: 1 }}
          summary={summary}
          deliveries={[delivery]}
          history={{ stepMs: 1, bars: [{ from: NOW, sent: 0, failed: 1 }] }}
          pages={1}
        />
      ),
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

test("failed webhook deliveries can be selected and sent again, with their number", async () => {
  const page = await show("webhook", failed);
  expect(page).toContain("7 failed deliveries of enabled webhooks");
  expect(page).toContain('type="checkbox"');
  expect(page).toContain('name="channel" value="webhook"');
  expect(page).toContain(platform.replay.selected);
  expect(await show("webhook", { ...failed, isReplayable: false })).not.toContain(
    'type="checkbox"',
  );
});

test("failed pushes cannot be sent again, and the page says why", async () => {
  const page = await show("push", { ...failed, isReplayable: false });
  expect(page).toContain(platform.replay.push);
  expect(page).not.toContain(platform.replay.all);
});

test("failed e-mails are sent again as e-mails", async () => {
  const page = await show("mail", { ...failed, template: "alarmStarted" });
  expect(page).toContain("1 failed alarm e-mail can");
  expect(page).toContain('name="channel" value="mail"');
});
