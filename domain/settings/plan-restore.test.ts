import { expect, test } from "vitest";
import type { RegisterValue } from "../registers/register.ts";
import { planRestore, type RestoreFacts } from "./plan-restore.ts";

const at = (register: string) => `7E4401${register}`;
const [A, B, C, D] = ["0001", "0002", "0003", "0004"].map(at) as [string, string, string, string];

type Setting = NonNullable<ReturnType<RestoreFacts["settingOf"]>>;
const plain: Setting = {
  ...{ access: "rw", name: null, group: undefined, danger: undefined },
  ...{ oneShot: undefined, secret: undefined, stored: undefined },
};

function plan(
  snapshot: Record<string, RegisterValue>,
  current: Record<string, RegisterValue>,
  settings: Record<string, Partial<Setting>>,
  brokenRules: RestoreFacts["brokenRules"] = () => [],
) {
  const settingOf = (address: string) =>
    settings[address] === undefined ? undefined : { ...plain, ...settings[address] };
  return planRestore(
    { values: snapshot },
    { values: current },
    {
      ...{ settingOf, accepts: (_, value) => value !== 999, precisionOf: () => 0, brokenRules },
      membersOf: (_, group) =>
        Object.keys(settings).filter((one) => settingOf(one)?.group === group),
      valueOf: (address) => current[address],
    },
  );
}

test("harmless settings are one change, and each dangerous one is on its own", () => {
  const settings = {
    [A]: {},
    [B]: {},
    [C]: { danger: "grid" },
    [D]: { danger: "battery" },
  } as const;
  const { changes } = plan(
    { [A]: 1, [B]: 2, [C]: 3, [D]: 4 },
    { [A]: 5, [B]: 5, [C]: 5, [D]: 5 },
    settings,
  );
  expect(
    changes.map(({ dangers, items }) => [dangers, items.map(({ address }) => address)]),
  ).toEqual([
    [[], [A, B]],
    [["grid"], [C]],
    [["battery"], [D]],
  ]);
});

test("a group is restored as a whole, or not at all", () => {
  const settings = {
    [A]: { group: "slot" },
    [B]: { group: "slot" },
    [C]: { group: "net", secret: true },
    [D]: { group: "net" },
  };
  const { changes, omitted } = plan(
    { [A]: 1, [B]: 5, [D]: 4 },
    { [A]: 5, [B]: 5, [D]: 5 },
    settings,
  );
  expect(changes).toMatchObject([
    {
      items: [
        { address: A, value: 1, expected: 5 },
        { address: B, value: 5, expected: 5 },
      ],
    },
  ]);
  expect(omitted).toEqual([{ address: D, reason: "group incomplete" }]);
});

test("changes are in the order that keeps a rule, and one if no order does", () => {
  const settings = { [A]: { danger: "battery" }, [B]: { danger: "battery" } } as const;
  const isBelow: RestoreFacts["brokenRules"] = (after) =>
    Number(after(A)) < Number(after(B)) ? [] : [[A, B]];
  const ordered = plan({ [A]: 30, [B]: 40 }, { [A]: 10, [B]: 20 }, settings, isBelow);
  expect(ordered.changes.map(({ items }) => items[0]?.address)).toEqual([B, A]);
  const areEqual: RestoreFacts["brokenRules"] = (after) => (after(A) === after(B) ? [] : [[A, B]]);
  const joined = plan({ [A]: 30, [B]: 30 }, { [A]: 10, [B]: 10 }, settings, areEqual);
  expect(joined.changes).toMatchObject([
    { dangers: ["battery"], items: [{ value: 30 }, { value: 30 }] },
  ]);
});

test("what must not be restored is left out with its reason", () => {
  const settings: Record<string, Partial<Setting>> = {
    ...{ [A]: { name: "keyLock" }, [B]: { name: "block size" }, [C]: { stored: false } },
    ...{ [D]: { oneShot: true }, [at("0005")]: { access: "w" }, [at("0006")]: {} },
  };
  const addresses = [...Object.keys(settings), at("0007")];
  const to = Object.fromEntries(addresses.map((one) => [one, one === at("0006") ? 999 : 1]));
  const from = Object.fromEntries(addresses.map((one) => [one, 2]));
  const { changes, omitted } = plan(to, from, settings);
  expect(changes).toMatchObject([{ items: [{ address: B }] }]);
  expect(omitted.map(({ reason }) => reason)).toEqual([
    ...["clock or lock", "volatile", "one shot", "read only", "out of range", "not described"],
  ]);
});
