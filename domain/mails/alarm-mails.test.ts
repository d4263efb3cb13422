import { expect, test } from "vitest";
import { type AlarmMail, type AlarmMailState, restrictAlarmMail } from "./alarm-mails.ts";

const link = "https://portal.example/log";

function entry(siteId: number, state: AlarmMailState): AlarmMail["alarms"][number] {
  return {
    siteId,
    state,
    site: `Site ${siteId}`,
    ...{ device: "", description: "", level: "fault", levelName: "", startedAt: "" },
    ...{ endedAt: null, measured: null, limit: null, reason: null, flaps: 0, view: link },
    ...{ acknowledge: null, snooze: null },
  };
}

const summary = { offlineFrom: "", offlineTo: "", raised: 2, stillOpen: 1, view: link };
const mail: AlarmMail = {
  name: "Ada",
  alarms: [entry(1, "started"), entry(1, "ended"), entry(2, "started")],
  summaries: [{ ...summary, siteId: 2, site: "Site 2" }],
  // Three more alarms of site 2 are not shown.
  ...{ more: 3, siteCount: 2, count: 7, references: [], unsubscribe: link },
  access: {
    userId: 5,
    sites: [
      { siteId: 1, count: 2 },
      { siteId: 2, count: 5 },
    ],
  },
};
const receives = (...siteIds: number[]) =>
  siteIds.map((siteId) => ({ siteId, receives: true, unannounced: [] }));

test("an e-mail whose user has access to all of its sites is unchanged", () => {
  expect(restrictAlarmMail(mail, receives(2, 1))).toBe(mail);
  const { access: _, ...earlier } = mail;
  expect(restrictAlarmMail(earlier, [])).toBe(earlier);
});

test("a site that the user has left is not in the e-mail, and not in its numbers", () => {
  expect(restrictAlarmMail(mail, receives(1))).toMatchObject({
    alarms: [{ siteId: 1 }, { siteId: 1 }],
    ...{ summaries: [], more: 0, siteCount: 1, count: 2 },
  });
  expect(restrictAlarmMail(mail, receives(2))).toMatchObject({
    alarms: [{ siteId: 2 }],
    ...{ more: 3, siteCount: 1, count: 5 },
  });
  expect(restrictAlarmMail(mail, [])).toBeNull();
});

test("a user who does not receive the alarms of a site any more gets their ends and escalations only", () => {
  const silent = [{ siteId: 1, receives: false, unannounced: [] }];
  expect(restrictAlarmMail(mail, silent)).toMatchObject({
    alarms: [{ siteId: 1, state: "ended" }],
    ...{ more: 0, siteCount: 1, count: 1 },
  });
  const escalated = { ...mail, alarms: [entry(1, "escalated"), entry(2, "started")] };
  expect(restrictAlarmMail(escalated, silent)?.alarms).toMatchObject([{ state: "escalated" }]);
});

test("an end goes only to a user who was notified of its alarm, and is not counted otherwise", () => {
  const ends = [1, 2].map((logId) => ({ ...entry(1, "ended"), logId }));
  const ended = { ...mail, alarms: [...ends, entry(2, "started")] };
  const [first, second] = [
    { siteId: 1, receives: false, unannounced: [1] },
    { siteId: 2, receives: true, unannounced: [] },
  ];
  expect(restrictAlarmMail(ended, [first, second])).toMatchObject({
    alarms: [{ logId: 2 }, { siteId: 2 }],
    ...{ siteCount: 2, count: 6, more: 3 },
  });
  expect(restrictAlarmMail(ended, [{ ...first, receives: true }, second])).toMatchObject({
    ...{ siteCount: 2, count: 6, more: 3 },
  });
  expect(restrictAlarmMail(ended, [{ ...first, unannounced: [1, 2] }])).toBeNull();
});
