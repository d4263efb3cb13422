import { expect, test } from "vitest";
import { TOKEN_SCOPES, type TokenScope } from "../sessions/access-token.ts";
import {
  type AccountPermission,
  accountPermission,
  type SitePermission,
  sitePermission,
} from "./permissions.ts";
import type { SiteActor, SiteRole } from "./roles.ts";
import {
  isNeverOfToken,
  limitActor,
  tokenAllows,
  tokenAllowsOnPlatform,
  tokenReaches,
} from "./token-scope.ts";

// Written out a second time, from the contract and not from token-scope.ts.
const CONTROL = ["control", "configure", "updateFirmware", "sampleFast", "acknowledgeAlarms"];
// What requires a confirmation of identity, which a token cannot give.
const IRREVERSIBLE = [
  "archive",
  "editWebhook",
  "replaceModule",
  "unlink",
  "transferOwnership",
  "delete",
];
// Locks protect against a stolen token, too.
const LOCKS = ["lockSettings", "editAdvancedPassword"];
const LOOKING = /^(view|query|export)/;
const NEVER = [
  "signOut",
  "endSessions",
  "editAccount",
  "editTokens",
  "manageRollouts",
  "manageFeedback",
  "manageUsers",
  "manageAddresses",
  "viewPlatform",
];
const READING = ["listSites", "readAccount", "readNews"];

const token = (scope: TokenScope, siteIds: number[] | null = null) => ({ scope, siteIds });

test("looking needs read, operating control, all else inside a site manage, and what cannot be undone is never a token's", () => {
  for (const permission of sitePermission.options) {
    const isNever = [...IRREVERSIBLE, ...LOCKS].includes(permission);
    expect(isNeverOfToken(permission), permission).toBe(isNever);
    const inTable = LOOKING.test(permission) ? 0 : CONTROL.includes(permission) ? 1 : 2;
    const needed = isNever ? TOKEN_SCOPES.length : inTable;
    for (const [held, scope] of TOKEN_SCOPES.entries())
      expect(tokenAllows(token(scope), permission), `${scope}: ${permission}`).toBe(held >= needed);
  }
});

test("outside a site reading needs read, the account itself is never a token's, all else needs manage", () => {
  for (const permission of accountPermission.options) {
    const isRead = READING.includes(permission);
    for (const scope of TOKEN_SCOPES) {
      const expected = isRead || (scope === "manage" && !NEVER.includes(permission));
      expect(tokenAllowsOnPlatform(token(scope), permission), `${scope}: ${permission}`).toBe(
        expected,
      );
      expect(tokenAllowsOnPlatform(token(scope, [1]), permission), permission).toBe(isRead);
    }
  }
});

test("a permission that the table lacks needs a scope that no token has", () => {
  for (const name of ["", "toString", "__proto__", "constructor", "Control"]) {
    expect(tokenAllows(token("manage"), name as SitePermission)).toBe(false);
    expect(tokenAllowsOnPlatform(token("manage"), name as AccountPermission)).toBe(false);
  }
});

test("a token reaches the sites that it is for", () => {
  expect(tokenReaches(token("read"), 7)).toBe(true);
  expect(tokenReaches(token("read", [7]), 7)).toBe(true);
  expect(tokenReaches(token("manage", [7]), 8)).toBe(false);
  expect(tokenReaches(token("manage", []), 8)).toBe(false);
});

test("at a socket the scope limits the role, and never raises it", () => {
  const actor = (role: SiteRole): SiteActor => ({
    role,
    owner: role === 1,
    demo: false,
    share: false,
  });
  const roles = (scope: TokenScope) =>
    ([0, 1, 2, 3] as const).map((role) => limitActor(actor(role), token(scope)).role);
  expect(roles("read")).toEqual([0, 3, 3, 3]);
  expect(roles("control")).toEqual([0, 2, 2, 3]);
  expect(roles("manage")).toEqual([0, 1, 2, 3]);
  expect(limitActor(actor(1), token("control")).owner).toBe(false);
  expect(limitActor(actor(1), token("manage"))).toEqual(actor(1));
  expect(limitActor(actor(1), undefined)).toEqual(actor(1));
});
