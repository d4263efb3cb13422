import { randomBytes } from "node:crypto";
import { PASSWORD_COST } from "#database/auth/password-hash.ts";
import { seed } from "#database/seed.ts";
import type { SeedData } from "#database/seed-data.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { RECORDING_TAG } from "#domain/sites/recording.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { FleetFile } from "#simulator/fleet-file.ts";
import { makePassword } from "../make-password.ts";
import type { StateDirectory } from "../state-directory.ts";
import { BOXES } from "./boxes-data.ts";
import { type Demo, type DemoAccount, writeJson } from "./demo.ts";
import { type DemoSite, toFleetSite } from "./demo-site.ts";
import { DEMO_NEWS } from "./news-data.ts";
import { DEMO_SITES, OWN_LOGGER_SITE, RECORDED_DEVICES_SITE } from "./sites-data.ts";
import { listSpareSites } from "./spare-sites.ts";

const people: { label: DemoAccount["label"]; name: string }[] = [
  { label: "owner", name: "Olivia Owner" },
  { label: "full", name: "Felix Full" },
  { label: "monitor", name: "Mona Monitor" },
  { label: "demo", name: "Demo" },
  { label: "fleet", name: "Simulated fleet" },
];

/** Fills an empty database with users and sites, and stores their credentials in the state directory. */
export async function seedDemo(
  database: D1Database,
  state: StateDirectory,
  spareSites: number,
  now: Date,
  cost = PASSWORD_COST,
): Promise<Demo> {
  const accounts = people.map(({ label }) => ({
    label,
    account: addressOf(label),
    password: makePassword(14),
  }));
  const own = { site: OWN_LOGGER_SITE, secret: makeSecret() };
  const simulated = [...DEMO_SITES, ...listSpareSites(spareSites), RECORDED_DEVICES_SITE];
  const others = simulated.map((site) => ({
    site,
    secret: makeSecret(),
  }));
  const boxes = BOXES.map((box) => ({ ...box, secret: makeSecret() }));
  const sites = [...others, own];
  const data = {
    ...describeSeed(accounts, sites),
    modules: boxes.map(({ site, checkCode, secret }) => ({
      serial: site.serial,
      type: "HL-2",
      secretHash: digest(secret),
      checkHash: digest(checkCode),
    })),
    news: listNews(now),
  };
  await seed(database, data, now.getTime(), cost);
  const fleet: FleetFile = {
    version: 1,
    sites: [...sites, ...boxes].map(({ site, secret }) => toFleetSite(site, secret)),
  };
  writeJson(state.fleet, fleet);
  const demo: Demo = {
    accounts,
    ownLogger: { site: own.site.name, serial: own.site.serial, secret: own.secret },
    boxes: boxes.map(({ site, checkCode }) => ({ serial: site.serial, checkCode })),
  };
  writeJson(state.demo, demo);
  return demo;
}

function describeSeed(
  accounts: DemoAccount[],
  sites: { site: DemoSite; secret: string }[],
): SeedData {
  return {
    accounts: accounts.map(({ label, account, password }) => ({
      account,
      password,
      name: people.find((person) => person.label === label)?.name ?? label,
      demo: label === "demo",
      // A value above 0 shows the solar-scale dialog to the user.
      rule: label === "owner" ? 1 : 0,
    })),
    sites: sites.map(({ site, secret }) => ({
      name: site.name,
      location: site.location,
      tags: site.profile?.kind === "recording" ? [RECORDING_TAG] : [],
      country: site.country,
      electricityPrice: site.electricityPrice,
      priceUnit: site.priceUnit,
      solarPeak: solarPeakOf(site),
      latitude: site.latitude,
      longitude: site.longitude,
      timeZone: site.timeZone,
      systemType: site.systemType,
      systemCode: site.systemCode,
      serial: site.serial,
      secretHash: digest(secret),
      ...(site.group === "spare" || site.group === "recording"
        ? { owner: addressOf("fleet") }
        : {
            owner: addressOf("owner"),
            members: [
              { account: addressOf("full"), role: SITE_ROLE.full },
              { account: addressOf("monitor"), role: SITE_ROLE.monitor },
              { account: addressOf("demo"), role: SITE_ROLE.monitor },
            ],
          }),
    })),
  };
}

/** Installed power of a simulated site, W; null for a recording. */
function solarPeakOf({ profile }: DemoSite): number | null {
  if (profile === null || !("solar" in profile)) return null;
  const peak = profile.solar.reduce((sum, { peakW }) => sum + peakW, 0);
  return peak > 0 ? peak : null;
}

function listNews(now: Date): SeedData["news"] {
  return DEMO_NEWS.map(({ daysAgo, ...news }) => ({
    ...news,
    publish: new Date(now.getTime() - daysAgo * DAY_MS).toISOString(),
  }));
}

function addressOf(label: DemoAccount["label"]): string {
  return `${label}@helioport.example`;
}

/**
 * Returns 128 random bits, as docs/logger-protocol.md requires of a logger's secret. The text never begins with a
 * hyphen, which a command line would read as an option.
 */
function makeSecret(): string {
  return randomBytes(16).toString("hex");
}
