import { env } from "cloudflare:workers";
import { connect } from "#database/connect.ts";
import { seed } from "#database/seed.ts";
import type { SeedData } from "#database/seed-data.ts";
import { digest } from "#protocol/keys/digest.ts";

/** A cheap cost: the tests are not about guessing passwords. */
const COST = { log2N: 4, r: 8, p: 1 };

export const PASSWORD = "sunshine1";
export const secretOf = (serial: string) => `${serial}-0123456789abcdefghij`;

const site = (name: string, serial: string, more: object = {}) => ({
  name,
  serial,
  secretHash: digest(secretOf(serial)),
  timeZone: "Europe/Berlin",
  owner: "owner@example.org",
  members: [
    { account: "administrator@example.org", role: 1 as const },
    { account: "full@example.org", role: 2 as const },
    { account: "monitor@example.org", role: 3 as const },
    { account: "demo@example.org", role: 2 as const },
  ],
  ...more,
});

const data: SeedData = {
  accounts: [
    ...["owner", "administrator", "full", "monitor", "stranger"].map((name) => ({
      account: `${name}@example.org`,
      name: `The ${name}`,
      password: PASSWORD,
    })),
    { account: "demo@example.org", name: "Demo", password: PASSWORD, demo: true },
  ],
  sites: [
    site("Alpha roof", "ALPHA-01", { location: "Berlin", latitude: 52.5, longitude: 13.4 }),
    site("Beta 100%_farm", "BETA-0001", { timeZone: "Asia/Kathmandu" }),
    site("gamma", "GAMMA-001"),
    site("Stranger's own", "OTHER-001", { owner: "stranger@example.org", members: [] }),
  ],
  modules: [{ serial: "SPARE-001", secretHash: digest(secretOf("SPARE-001")) }],
};

export const ALPHA = 1;
export const BETA = 2;
export const GAMMA = 3;
export const FOREIGN = 4;
export const ABSENT = 999;

/** Six people and four sites, of which the last is the stranger's alone, and a module that no site has. */
export async function seedUsers(): Promise<void> {
  await seed(env.DB, data, Date.now(), COST);
}

export const database = connect(env.DB);
