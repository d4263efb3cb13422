import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { Setting } from "../setting.ts";

/** Section of the page that has the special controls. */
export const CONTROLS_SECTION = "controls";

/** Cards of the special controls, in their order. */
export const CONTROL_KINDS = [
  "inverters",
  "generator",
  "fullCharge",
  "faultLock",
  "synchronization",
  "logger",
  "reset",
] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

/** Name of an action, which is the key of its texts. */
export type ActionName =
  | "invertersOn"
  | "invertersOff"
  | "generatorStart"
  | "generatorStop"
  | "generatorAutomatic"
  | "fullChargeStart"
  | "fullChargeCancel"
  | "releaseFaultLock"
  | "synchronize"
  | "setClock"
  | "updateToken"
  | "resetLogger"
  | "resetBattery"
  | "resetAll";

/** Call of the portal that executes an action. */
export type ControlCall = "control" | "reset" | "clocksync" | "authtoken";

export type ControlAction = {
  name: ActionName;
  call: ControlCall;
  /** Control that the call executes; absent for the calls that have only one. */
  what?: string;
  value: number;
  isDanger: boolean;
  /** Whether a word is typed before it is executed. */
  isTyped: boolean;
};

/** A register with its actions. */
export type ControlRow = { setting: Setting; equipment: string; actions: readonly ControlAction[] };

/** Controls of one kind, of all equipment that has them. */
export type ControlCard = { kind: ControlKind; rows: readonly ControlRow[] };

type Entry = { kind: ControlKind; actions: readonly ControlAction[] };

function act(
  name: ActionName,
  call: ControlCall,
  more: Partial<Omit<ControlAction, "name" | "call">> = {},
): ControlAction {
  return { name, call, value: 1, isDanger: false, isTyped: false, ...more };
}

/** Actions by the name of their register in the catalogue. */
const CONTROLS: Readonly<Record<string, Entry>> = {
  invertersOn: {
    kind: "inverters",
    actions: [
      act("invertersOn", "control", { what: "inverters" }),
      act("invertersOff", "control", { what: "inverters", value: 0, isDanger: true }),
    ],
  },
  generatorSwitch: {
    kind: "generator",
    actions: [
      act("generatorStart", "control", { what: "generator" }),
      act("generatorStop", "control", { what: "generator", value: 0 }),
      act("generatorAutomatic", "control", { what: "generator", value: 2 }),
    ],
  },
  fullCharge: {
    kind: "fullCharge",
    actions: [
      act("fullChargeStart", "control", { what: "fullCharge" }),
      act("fullChargeCancel", "control", { what: "fullCharge", value: 0 }),
    ],
  },
  releaseFaultLock: {
    kind: "faultLock",
    actions: [act("releaseFaultLock", "control", { what: "faultLock" })],
  },
  synchronizeParameters: {
    kind: "synchronization",
    actions: [act("synchronize", "control", { what: "synchronization" })],
  },
  setClock: { kind: "logger", actions: [act("setClock", "clocksync")] },
  authorizationToken: { kind: "logger", actions: [act("updateToken", "authtoken")] },
  resetLogger: {
    kind: "reset",
    actions: [act("resetLogger", "reset", { what: "logger", isDanger: true, isTyped: true })],
  },
  resetBatterySettings: {
    kind: "reset",
    actions: [act("resetBattery", "reset", { what: "battery", isDanger: true, isTyped: true })],
  },
  resetAllSettings: {
    kind: "reset",
    actions: [act("resetAll", "reset", { what: "all", isDanger: true, isTyped: true })],
  },
};

/** Settings on which the texts of controls depend, by their names in the catalogue. */
const BESIDE: ReadonlySet<string> = new Set([
  "generatorStartDelay",
  "fullChargeStart",
  "fullChargeEnd",
]);

/** Whether the section of the controls needs a setting. */
export function isOfControls({ name }: Pick<Setting, "name">): boolean {
  return name !== null && (Object.hasOwn(CONTROLS, name) || BESIDE.has(name));
}

/** Lists the special controls of a site's settings, those of one kind together. */
export function listControls(settings: readonly Setting[]): ControlCard[] {
  const rows = settings.flatMap((setting) => {
    const entry = Object.hasOwn(CONTROLS, setting.name ?? "")
      ? CONTROLS[setting.name ?? ""]
      : undefined;
    if (entry === undefined) return [];
    const { kind, actions } = entry;
    return [{ kind, row: { setting, equipment: equipmentOf(setting.address), actions } }];
  });
  return CONTROL_KINDS.flatMap((kind): ControlCard[] => {
    const own = rows.filter((one) => one.kind === kind).map(({ row }) => row);
    return own.length === 0 ? [] : [{ kind, rows: own }];
  });
}

/** Returns the number of another setting of the same equipment by its name in the catalogue; null if it is unknown. */
export function numberBeside(
  settings: readonly Setting[],
  { equipment }: Pick<ControlRow, "equipment">,
  name: string,
): number | null {
  const found = settings.find(
    (setting) => setting.name === name && equipmentOf(setting.address) === equipment,
  );
  return typeof found?.value === "number" ? found.value : null;
}
