import { z } from "zod";
import type { SiteRulesChange } from "#domain/alarms/site-rules.ts";
import { Failure } from "../failure.ts";
import type { Platform } from "../platform.ts";
import { demoRules } from "./demo-rules.ts";
import { DEMO_SITES } from "./sites-data.ts";

const signedIn = z.object({ data: z.object({ token: z.string() }) });

/** Sets the alarm rules of the demo sites by the API, as their owner would. */
export async function openAlarmRules({
  url,
  demo,
  runtime,
}: Pick<Platform, "url" | "demo" | "runtime">): Promise<void> {
  const owner = demo.accounts.find(({ label }) => label === "owner");
  if (owner === undefined) return;
  const { account, password } = owner;
  const { data } = signedIn.parse(await callPortal(url, "/auth/v2/login", { account, password }));
  const ids = await readSiteIds(runtime.database);
  for (const { serial, profile } of DEMO_SITES) {
    const id = ids.get(serial);
    if (profile?.kind !== "simulated" || id === undefined) continue;
    const change: SiteRulesChange & { id: number } = { id, ...demoRules(profile) };
    await callPortal(url, "/site/v2/alarm/rule/update", change, data.token);
  }
}

async function readSiteIds(database: D1Database): Promise<Map<string, number>> {
  const { results } = await database
    .prepare("select serial, site_id from modules where site_id is not null")
    .all<{ serial: string; site_id: number }>();
  return new Map(results.map(({ serial, site_id }) => [serial, site_id]));
}

async function callPortal(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: token }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Failure(`The demo could not be completed: ${path} answers ${response.status}.`);
  return response.json();
}
