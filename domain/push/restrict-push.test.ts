import { expect, test } from "vitest";
import { type AlarmPush, alarmPush } from "./push-values.ts";
import { restrictPush } from "./restrict-push.ts";

function entry(kind: AlarmPush["kind"], siteId: number, logId = 1): AlarmPush {
  const alarm = { cause: { kind: "value", name: "a" }, deviceName: "", dateTime: 0, endTime: null };
  return alarmPush.parse({ kind, siteId, logId, level: "fault", alarm, summary: null });
}

const receiving = (id: number) => ({ id, receives: true, unannounced: [] as number[] });
const other = (id: number) => ({ ...receiving(id), receives: false });

test("a message about one alarm goes to users who receive it; ends and escalations to all with access", () => {
  for (const kind of ["start", "worse", "flapping", "repeat", "summary"] as const) {
    expect(restrictPush(entry(kind, 1), [receiving(1)])).not.toBeNull();
    expect(restrictPush(entry(kind, 1), [other(1)])).toBeNull();
  }
  for (const kind of ["end", "escalation"] as const) {
    expect(restrictPush(entry(kind, 1), [other(1)])).not.toBeNull();
    expect(restrictPush(entry(kind, 1), [receiving(2)])).toBeNull();
  }
  expect(restrictPush({ kind: "test" }, [])).toEqual({ kind: "test" });
});

test("of several alarms each is checked, and the others of a site count only for users who receive them", () => {
  const entries = [
    entry("escalation", 1),
    entry("start", 1, 2),
    entry("start", 2),
    entry("end", 3),
  ];
  const counts = [
    { siteId: 1, count: 9 },
    { siteId: 2, count: 1 },
    { siteId: 3, count: 1 },
  ];
  const several = { kind: "digest", entries, counts } as const;
  expect(restrictPush({ ...several }, [receiving(1), other(2)])).toEqual({
    kind: "digest",
    entries: entries.slice(0, 2),
    counts: [{ siteId: 1, count: 9 }],
  });
  expect(restrictPush({ ...several }, [other(1), other(2), other(3)])).toEqual({
    kind: "digest",
    entries: [entries[0], entries[3]],
    counts: [
      { siteId: 1, count: 1 },
      { siteId: 3, count: 1 },
    ],
  });
  expect(restrictPush({ ...several }, [other(2)])).toBeNull();
});

test("an end goes only to a user who was notified of its alarm, and is not counted otherwise", () => {
  const unannounced = { ...receiving(1), unannounced: [1] };
  expect(restrictPush(entry("end", 1), [unannounced])).toBeNull();
  expect(restrictPush(entry("end", 1, 2), [unannounced])).not.toBeNull();
  const entries = [entry("end", 1), entry("end", 1, 2)];
  const counts = [{ siteId: 1, count: 5 }];
  expect(restrictPush({ kind: "site", entries, counts }, [unannounced])).toEqual({
    kind: "site",
    entries: entries.slice(1),
    counts: [{ siteId: 1, count: 4 }],
  });
});
