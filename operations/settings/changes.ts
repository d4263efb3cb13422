import { z } from "zod";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { registerValue } from "#domain/registers/register.ts";
import {
  changeId,
  changeRecord,
  MAX_CHANGE_ITEMS,
  MAX_REASON_LENGTH,
  MAX_REVERT_S,
  MIN_REVERT_S,
} from "#domain/settings/change.ts";
import { onSite } from "../access.ts";
import { authorOf } from "../alarms/author.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { typedAdvancedPassword } from "./advanced-password.ts";
import { describePriorUpdate, isUpdateDue, priorUpdate } from "./prior-update.ts";
import {
  changeExample,
  changeInputExample,
  guardedWrite,
  settingExample,
  settingState,
} from "./setting-schema.ts";
import { skipsPassword } from "./skips-password.ts";
import { submitChange } from "./submit-change.ts";

const MAX_PAGE_SIZE = 100;
const MAX_SEEN = 100;

const item = z.object({
  address: registerAddress,
  value: registerValue.refine((value) => value !== null, { error: "required" }),
  expected: registerValue
    .optional()
    .describe("Value on which the change is based; nothing is written if it is another one"),
});

export const listSettings = operation({
  path: "POST /site/v2/setting/list",
  description: {
    summary:
      "Returns all settings of a site with their description, value and number of writes, and what permits or prevents changes",
    output: z.object({
      isOnline: z.boolean(),
      isLocked: z.boolean().describe("The owner has locked all changes"),
      isUnattended: z.boolean(),
      hasRemoteControl: z.boolean().describe("Whether the logger admits changes"),
      hasPassword: z.boolean().describe("Whether the site has an advanced password"),
      needsPassword: z
        .boolean()
        .describe("Whether this session has to enter it before it changes advanced settings"),
      enteredUntil: z.int().nullable().describe("When the entry of this session ends, ms UTC"),
      features: z.array(z.string()).describe("Features of the logger"),
      tokenLock: z.string().nullable(),
      areInvertersOff: z.boolean().nullable(),
      guards: z.array(guardedWrite).describe("Writes that devices refuse at present"),
      update: priorUpdate
        .nullable()
        .describe("Update of firmware, which has priority: settings should be changed after it"),
      settings: z.array(settingState),
    }),
    example: {
      input: { id: 12 },
      output: {
        ...{ isOnline: true, isLocked: false, isUnattended: false, hasRemoteControl: true },
        ...{
          hasPassword: false,
          needsPassword: false,
          enteredUntil: null,
          features: ["atomic"],
          tokenLock: null,
        },
        ...{ areInvertersOff: false, guards: [], update: null, settings: [settingExample] },
      },
    },
  },
  input: siteInput({}),
  access: onSite("viewParameters"),
  async run({ context, caller, site }) {
    const [settings, isDue] = await Promise.all([
      context.siteObject(site.id).readSettings(caller.session),
      isUpdateDue(context, site.id),
    ]);
    if (settings === null) throw new Problem("notFound");
    const { hasPassword, enteredUntil, update = null } = settings;
    const needsPassword = hasPassword && enteredUntil === null && !skipsPassword(caller);
    return { ...settings, needsPassword, update: describePriorUpdate(update, isDue) };
  },
});

export const changeSettings = operation({
  path: "POST /site/v2/setting/change",
  description: {
    summary:
      "Submits a change of settings, which is checked as a whole before anything is sent. Returns 409 or 422 with `refusals`: code, address and limit of each. A repeated `changeId` returns its record",
    output: changeRecord,
    example: { input: changeInputExample, output: changeExample },
  },
  input: siteInput({
    changeId: changeId.describe("Random UUID of the caller"),
    items: z
      .array(item)
      .min(1, "required")
      .max(MAX_CHANGE_ITEMS, "tooMany")
      .refine((items) => new Set(items.map(({ address }) => address)).size === items.length, {
        error: "notUnique",
      }),
    atomic: z.boolean().optional().describe("All items or none"),
    revertAfter: z
      .int()
      .min(MIN_REVERT_S)
      .max(MAX_REVERT_S)
      .optional()
      .describe("The device reverts after this time unless the change is confirmed, s"),
    expires: z.int().optional().describe("The change does not begin afterwards, ms UTC"),
    reason: z.string().trim().max(MAX_REASON_LENGTH, "tooLong").optional(),
    confirmWear: z
      .record(registerAddress, z.string())
      .optional()
      .describe("`name` of each setting that is written more often than its limit of a day"),
    password: typedAdvancedPassword.optional().describe("The advanced password of the site"),
  }),
  access: onSite("configure"),
  async run({ input, context, caller, site }) {
    const { changeId, items, atomic, revertAfter, expires, reason, confirmWear } = input;
    const request = { changeId, items, atomic, revertAfter, expires, reason, confirmWear };
    return submitChange({ context, caller, siteId: site.id }, request, input.password);
  },
});

export const pageChanges = operation({
  path: "POST /site/v2/setting/changes",
  writes: false,
  description: {
    summary: "Returns the changes of a site's settings, newest first",
    output: z.object({
      total: z.int(),
      list: z.array(changeRecord),
      faults: z.int().describe("Number of `mixed` results that no user has looked at"),
    }),
    example: {
      input: { id: 12, page: 1, size: 20 },
      output: { total: 1, list: [changeExample], faults: 0 },
    },
  },
  input: siteInput({
    page: z.int().min(1).max(1_000).default(1),
    size: z.int().min(1).max(MAX_PAGE_SIZE).default(20),
    address: registerAddress.optional().describe("Only changes of this register"),
    changeId: changeId.optional().describe("Only this change"),
  }),
  access: onSite("configure"),
  async run({ input: { page, size, address, changeId }, context, site }) {
    const query = { page, size, address, changeId };
    const { changes, ...rest } = await context.siteObject(site.id).readChanges(query);
    return { ...rest, list: changes };
  },
});

export const markSeen = operation({
  path: "POST /site/v2/setting/seen",
  description: {
    summary: "Records that the caller has looked at changes with a `mixed` result",
    output: z.object({ count: z.int().describe("Number of those that were new") }),
    example: { input: { id: 12, changeIds: [changeExample.changeId] }, output: { count: 1 } },
  },
  input: siteInput({ changeIds: z.array(changeId).min(1, "required").max(MAX_SEEN, "tooMany") }),
  access: onSite("configure"),
  async run({ input: { changeIds }, context, caller, site }) {
    const author = authorOf(caller.person);
    return { count: await context.siteObject(site.id).markChangesSeen(changeIds, author) };
  },
});

export const acceptDrift = operation({
  path: "POST /site/v2/setting/drift",
  description: {
    summary:
      "Accepts the value of a setting that did not change from the portal, and with `ignore` all further ones",
    output: z.null(),
    example: { input: { id: 12, address: "0033110047" }, output: null },
  },
  input: siteInput({ address: registerAddress, ignore: z.boolean().default(false) }),
  access: onSite("configure"),
  async run({ input: { address, ignore }, context, caller, site }) {
    const author = authorOf(caller.person);
    if (!(await context.siteObject(site.id).acceptDrift(address, ignore, author)))
      throw new Problem("notFound");
    return null;
  },
});

export const lockSettings = operation({
  path: "POST /site/v2/setting/lock",
  description: {
    summary:
      "Locks all changes of a site by every user, or lifts the lock; sets the unattended mode, which rejects dangerous changes",
    output: z.null(),
    example: { input: { id: 12, locked: true }, output: null },
  },
  input: siteInput({ locked: z.boolean().optional(), unattended: z.boolean().optional() }),
  access: onSite("lockSettings"),
  async run({ input: { locked, unattended }, context, caller, site }) {
    const locks = { isLocked: locked, isUnattended: unattended };
    await context.siteObject(site.id).setSettingLocks(locks, authorOf(caller.person));
    return null;
  },
});
