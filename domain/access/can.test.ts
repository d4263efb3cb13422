import { expect, test } from "vitest";
import { can, canOnPlatform } from "./can.ts";
import {
  type AccountPermission,
  accountPermission,
  type SitePermission,
  sitePermission,
} from "./permissions.ts";
import type { AccountActor, SiteActor, SiteRole } from "./roles.ts";

// Written out a second time, from the specification (section 6) and not from can.ts: who may, and whether the demo
// account may where its role may.
const EVERY_MEMBER = ["owner", "administrator", "full", "monitor"];
const FULL_FUNCTION = ["owner", "administrator", "full"];
const ADMINISTRATORS = ["owner", "administrator"];
const OWNER = ["owner"];
const WITH_SHARES = [...EVERY_MEMBER, "share"];

const SITE: Record<SitePermission, { who: readonly string[]; demo: boolean }> = {
  // Menu: realtime and chart for everybody; share links have realtime and history charts only.
  viewRealtime: { who: WITH_SHARES, demo: true },
  viewHistory: { who: WITH_SHARES, demo: true },
  // The advanced curve is hidden from role 3.
  viewAdvancedCurve: { who: FULL_FUNCTION, demo: true },
  // A share viewer asks nothing, and sees no serial numbers and no commands.
  queryLogger: { who: EVERY_MEMBER, demo: true },
  viewIdentity: { who: EVERY_MEMBER, demo: true },
  viewCommands: { who: EVERY_MEMBER, demo: true },
  // Menu: message, device, param, log for 1 and 2.
  viewMessages: { who: FULL_FUNCTION, demo: true },
  viewDevices: { who: FULL_FUNCTION, demo: true },
  viewParameters: { who: FULL_FUNCTION, demo: true },
  viewAlarmLog: { who: FULL_FUNCTION, demo: true },
  // Menu: remote, management, alarm for 1 and 2; other people are nothing for the demo account.
  viewMembers: { who: FULL_FUNCTION, demo: false },
  // What they look at there they may keep for themselves; the demo account is many people's.
  saveSelections: { who: FULL_FUNCTION, demo: false },
  // The demo account samples like a monitor.
  sampleFast: { who: FULL_FUNCTION, demo: false },
  exportData: { who: EVERY_MEMBER, demo: false },
  // The demo account changes nothing, whatever its role.
  control: { who: FULL_FUNCTION, demo: false },
  configure: { who: FULL_FUNCTION, demo: false },
  lockSettings: { who: OWNER, demo: false },
  editAdvancedPassword: { who: ADMINISTRATORS, demo: false },
  updateFirmware: { who: FULL_FUNCTION, demo: false },
  editAlarmRules: { who: FULL_FUNCTION, demo: false },
  clearAlarmLog: { who: FULL_FUNCTION, demo: false },
  acknowledgeAlarms: { who: FULL_FUNCTION, demo: false },
  editEquipment: { who: FULL_FUNCTION, demo: false },
  editTags: { who: FULL_FUNCTION, demo: false },
  share: { who: FULL_FUNCTION, demo: false },
  // The site itself and its people are an administrator's.
  editBanner: { who: ADMINISTRATORS, demo: false },
  editSite: { who: ADMINISTRATORS, demo: false },
  // Each member who sees the solar-scale dialog may save; the rule of the account is checked as well.
  editScale: { who: EVERY_MEMBER, demo: false },
  editWebhook: { who: ADMINISTRATORS, demo: false },
  manageMembers: { who: ADMINISTRATORS, demo: false },
  // A claimed module is only released by its owner, who alone deletes, transfers and takes role 1 from others.
  replaceModule: { who: OWNER, demo: false },
  unlink: { who: OWNER, demo: false },
  changeAdministrators: { who: OWNER, demo: false },
  transferOwnership: { who: OWNER, demo: false },
  archive: { who: OWNER, demo: false },
  delete: { who: OWNER, demo: false },
  // Everybody may go.
  leave: { who: EVERY_MEMBER, demo: false },
  chooseNotifications: { who: EVERY_MEMBER, demo: false },
};

const ROLES: Record<string, { role: SiteRole; owner: boolean; share: boolean }> = {
  owner: { role: 1, owner: true, share: false },
  administrator: { role: 1, owner: false, share: false },
  full: { role: 2, owner: false, share: false },
  monitor: { role: 3, owner: false, share: false },
  share: { role: 3, owner: false, share: true },
  stranger: { role: 0, owner: false, share: false },
};

test("every cell of the table of permissions inside a site matches the specification", () => {
  for (const permission of sitePermission.options) {
    for (const [name, held] of Object.entries(ROLES)) {
      for (const demo of [false, true]) {
        const { who, demo: demoToo } = SITE[permission];
        const expected = who.includes(name) && (!demo || demoToo);
        expect(can({ ...held, demo }, permission), `${name}, demo ${demo}: ${permission}`).toBe(
          expected,
        );
      }
    }
  }
});

test("a share link grants its own permissions, whatever role it carries", () => {
  for (const role of [1, 2, 3] as const) {
    const actor: SiteActor = { role, owner: true, demo: false, share: true };
    const allowed = sitePermission.options.filter((permission) => can(actor, permission));
    expect(allowed).toEqual(["viewRealtime", "viewHistory"]);
  }
});

test("a permission that the table lacks is granted to no role", () => {
  const owner: SiteActor = { role: 1, owner: true, demo: false, share: false };
  for (const name of ["", "toString", "__proto__", "constructor", "Control"])
    expect(can(owner, name as SitePermission)).toBe(false);
  expect(can({ ...owner, role: 4 as SiteRole }, "viewRealtime")).toBe(false);
});

const EVERYBODY = [1, 2, 9];
const ACCOUNT: Record<AccountPermission, { types: readonly number[]; demo: boolean }> = {
  signOut: { types: EVERYBODY, demo: true },
  listSites: { types: EVERYBODY, demo: true },
  readAccount: { types: EVERYBODY, demo: true },
  readNews: { types: EVERYBODY, demo: true },
  editAccount: { types: EVERYBODY, demo: false },
  endSessions: { types: EVERYBODY, demo: false },
  editTokens: { types: EVERYBODY, demo: false },
  addSite: { types: EVERYBODY, demo: false },
  giveFeedback: { types: EVERYBODY, demo: false },
  // The demo account changes nothing.
  markNews: { types: EVERYBODY, demo: false },
  editNews: { types: [9], demo: false },
  editModules: { types: [9], demo: false },
  editRules: { types: [9], demo: false },
  manageDelivery: { types: [9], demo: false },
  manageFeedback: { types: [9], demo: false },
  manageUsers: { types: [9], demo: false },
  manageAddresses: { types: [9], demo: false },
  viewPlatform: { types: [9], demo: false },
  manageRollouts: { types: [1, 2, 9], demo: false },
};

test("every cell of the table of permissions outside a site matches the specification", () => {
  for (const permission of accountPermission.options) {
    for (const type of [1, 2, 9, 0, 3] as AccountActor["type"][]) {
      for (const demo of [false, true]) {
        const { types, demo: demoToo } = ACCOUNT[permission];
        const expected = types.includes(type) && (!demo || demoToo);
        expect(canOnPlatform({ type, demo }, permission), `${type}, ${demo}: ${permission}`).toBe(
          expected,
        );
      }
    }
  }
});

test("a platform permission that the table lacks is granted to no role", () => {
  for (const name of ["", "toString", "__proto__", "constructor"])
    expect(canOnPlatform({ type: 9, demo: false }, name as AccountPermission)).toBe(false);
});
