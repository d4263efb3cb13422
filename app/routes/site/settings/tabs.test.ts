import { expect, test } from "vitest";
import type { SiteActor, SiteRole } from "#domain/access/roles.ts";
import { tabsFor } from "./tabs.ts";

const actor = (role: SiteRole, more: Partial<SiteActor> = {}): SiteActor => ({
  role,
  owner: false,
  demo: false,
  share: false,
  ...more,
});

test("each tab is shown to users who may use it", () => {
  expect(tabsFor(actor(1, { owner: true }))).toEqual([
    "general",
    "place",
    "appearance",
    "notifications",
    "imports",
    "module",
    "end",
  ]);
  expect(tabsFor(actor(1))).toEqual(["general", "place", "appearance", "notifications", "imports"]);
  expect(tabsFor(actor(2))).toEqual(["appearance", "notifications"]);
  for (const actorWithout of [
    actor(3),
    actor(1, { demo: true }),
    actor(1, { share: true }),
    actor(0),
  ])
    expect(tabsFor(actorWithout)).toEqual([]);
});
