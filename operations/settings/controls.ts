import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { equipmentAddress } from "#domain/registers/address.ts";
import { registerValue } from "#domain/registers/register.ts";
import { changeId, changeRecord } from "#domain/settings/change.ts";
import type { SettingState } from "#protocol/settings.ts";
import { onSite } from "../access.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { typedAdvancedPassword } from "./advanced-password.ts";
import { changeExample } from "./setting-schema.ts";
import { submitChange } from "./submit-change.ts";

/** Names of the registers in the catalogue that reset something. */
const RESETS = {
  logger: "resetLogger",
  battery: "resetBatterySettings",
  all: "resetAllSettings",
} as const;
/** Names of the registers in the catalogue that special controls write. */
const CONTROLS = {
  inverters: "invertersOn",
  generator: "generatorSwitch",
  faultLock: "releaseFaultLock",
  fullCharge: "fullCharge",
  synchronization: "synchronizeParameters",
} as const;
const MAX_TOKEN_LENGTH = 128;
/** Value that runs an action. */
const RUN = 1;

const common = {
  changeId: changeId.describe("Random UUID of the caller"),
  equipment: equipmentAddress
    .optional()
    .describe("Address of the equipment; needed if several pieces have the control"),
  password: typedAdvancedPassword.optional().describe("The advanced password of the site"),
};
const { changeId: CHANGE_ID } = changeExample;

export const resetEquipment = operation({
  path: "POST /site/v2/equipment/remote/reset",
  description: {
    summary:
      "Resets the logger, the battery settings or all settings. `confirm` is the word that the user has typed: the same as `what`",
    output: changeRecord,
    example: {
      input: { id: 12, changeId: CHANGE_ID, what: "battery", confirm: "battery" },
      output: changeExample,
    },
  },
  input: siteInput({
    ...common,
    what: z.enum(["logger", "battery", "all"]),
    confirm: z.string().max(MAX_TOKEN_LENGTH),
  }),
  access: onSite("configure"),
  async run({ input, context, caller, site }) {
    if (input.confirm.trim().toLowerCase() !== input.what)
      throw new Problem("invalid", { fields: { confirm: "notConfirmed" } });
    return control({ context, caller, siteId: site.id }, RESETS[input.what], RUN, input);
  },
});

export const synchronizeClock = operation({
  path: "POST /site/v2/equipment/remote/clocksync",
  description: {
    summary: "Sets the clock of the equipment to the time of the portal",
    output: changeRecord,
    example: { input: { id: 12, changeId: CHANGE_ID }, output: changeExample },
  },
  input: siteInput(common),
  access: onSite("configure"),
  async run({ input, context, caller, site }) {
    return control({ context, caller, siteId: site.id }, "setClock", RUN, input);
  },
});

export const updateToken = operation({
  path: "POST /site/v2/equipment/remote/authtoken",
  description: {
    summary: "Enters the authorisation token of the equipment",
    output: changeRecord,
    example: {
      input: { id: 12, changeId: CHANGE_ID, token: "4F2A-91C0" },
      output: changeExample,
    },
  },
  input: siteInput({
    ...common,
    token: z.string().trim().min(1, "tokenRequired").max(MAX_TOKEN_LENGTH, "tooLong"),
  }),
  access: onSite("configure"),
  async run({ input, context, caller, site }) {
    return control({ context, caller, siteId: site.id }, "authorizationToken", input.token, input);
  },
});

export const controlEquipment = operation({
  path: "POST /site/v2/equipment/remote/control",
  description: {
    summary:
      "Switches the inverters or a generator on (1) or off (0), or a generator to automatic (2), releases a fault lock, starts (1) or cancels (0) a full charge, or synchronises the parameters",
    output: changeRecord,
    example: {
      input: { id: 12, changeId: CHANGE_ID, what: "generator", value: 1 },
      output: changeExample,
    },
  },
  input: siteInput({
    ...common,
    what: z.enum(["inverters", "generator", "faultLock", "fullCharge", "synchronization"]),
    value: registerValue.default(RUN),
  }),
  access: onSite("control"),
  async run({ input, context, caller, site }) {
    return control({ context, caller, siteId: site.id }, CONTROLS[input.what], input.value, input);
  },
});

type ChangeContext = { context: Context; caller: SignedIn; siteId: number };
type Given = { changeId: string; equipment?: string | undefined; password?: string | undefined };

/** Submits a change of the one register that has this name. */
async function control(
  asked: ChangeContext,
  name: string,
  value: z.output<typeof registerValue>,
  { changeId: id, equipment, password }: Given,
) {
  const { context, caller, siteId } = asked;
  const read = await context.siteObject(siteId).readSettings(caller.session);
  const found = (read?.settings ?? []).filter((one) => isControl(one, name, equipment));
  const [first] = found;
  if (first === undefined) throw new Problem("conflict", { message: "controlUnsupported" });
  if (found.length > 1) throw new Problem("invalid", { fields: { equipment: "required" } });
  const request = { changeId: id, items: [{ address: first.address, value }] };
  return submitChange(asked, request, password);
}

function isControl({ address, name: of }: SettingState, name: string, equipment?: string): boolean {
  return of === name && (equipment === undefined || address.startsWith(equipment));
}
