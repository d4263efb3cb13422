import { env } from "cloudflare:workers";
import { countSites } from "#database/rollouts/rollout-sites.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { MAX_IN_PROGRESS, MAX_UNAPPROVED_SITES } from "#domain/rollouts/limits.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { seededRandom } from "#simulator/random.ts";
import { callAs, signIn } from "../../support/call-api.ts";
import { database, PASSWORD, seedUsers } from "../../support/seed-users.ts";
import { type TestContext, testContext } from "../../support/test-context.ts";
import { Fleet } from "./fleet.ts";
import { countIn, type End, type Row, SCENARIOS, type Scenario, type Scene } from "./scenarios.ts";

const FIRST = 50_000;
const TASK = { kind: "settings", items: [{ address: "FFFF001000", value: 5 }] };
const confirm = { password: PASSWORD };
/** Runs of the job after which a rollout that has not ended is a finding. */
const MAX_TURNS = 5_000;
/** A claim that does not hold. */
export type RolloutFinding = { scenario: string; text: string };
export type RolloutReport = { findings: RolloutFinding[]; lines: string[] };

/** Plays rollouts over many sites through failures, and judges them by what the sites saw and what is stored. */
export async function runRollouts(
  seed: number,
  sites: number,
  turnMs: number = MINUTE_MS,
): Promise<RolloutReport> {
  const siteIds = Array.from({ length: sites }, (_, place) => FIRST + place);
  await seedSites(siteIds);
  const report: RolloutReport = { findings: [], lines: [] };
  for (const scenario of SCENARIOS) {
    const found = await playScenario(scenario, siteIds.slice(0, scenario.sites), { seed, turnMs });
    report.lines.push(found.line);
    report.findings.push(...found.texts.map((text) => ({ scenario: scenario.name, text })));
  }
  const twice = await raceCampaigns(siteIds);
  report.lines.push(`a site in two campaigns: ${twice.accepted} of ${twice.attempts} accepted`);
  if (twice.accepted !== 1)
    report.findings.push({ scenario: "two campaigns", text: `${twice.accepted} were accepted` });
  return report;
}

async function seedSites(siteIds: readonly number[]): Promise<void> {
  await seedUsers();
  const owner = "(select id from users where account = 'owner@example.org')";
  const list = JSON.stringify(siteIds);
  await env.DB.batch([
    env.DB.prepare(
      `insert or ignore into sites (id, name, creator_id, created_at, updated_at, online, status)
       select value, 'Site ' || value, ${owner}, 0, 0, 1, 'normal' from json_each(?)`,
    ).bind(list),
    env.DB.prepare(
      `insert or ignore into memberships (user_id, site_id, role, created_at)
       select ${owner}, value, 1, 0 from json_each(?)`,
    ).bind(list),
  ]);
}

async function reset(): Promise<void> {
  await env.DB.exec("update rollout_sites set is_open = 0");
  await env.DB.exec(
    "update rollouts set status = 'stopped', started_at = null, ended_at = coalesce(ended_at, 1)",
  );
  await env.DB.exec(`update memberships set ends_at = null where site_id >= ${FIRST}`);
}

async function playScenario(
  { name, play, storedPlan, status, judge }: Scenario,
  siteIds: readonly number[],
  { seed, turnMs }: { seed: number; turnMs: number },
): Promise<{ line: string; texts: string[] }> {
  await reset();
  const fleet = new Fleet();
  const base = testContext(Date.now());
  const context: TestContext = {
    ...base,
    siteObject: (siteId) => fleet.site(siteId),
    log: { info: () => undefined, error: () => undefined },
  };
  fleet.now = context.now;
  const owner = await signIn("owner");
  const scene: Scene = {
    ...{ siteIds, fleet, context, owner, touchedAtStop: null },
    random: seededRandom(seed),
  };
  const rolloutId = await prepare(scene, storedPlan);
  const afterTurn = play(scene);
  const end = await runToEnd(scene, rolloutId, turnMs, afterTurn);
  const texts = [...judgeEnd(scene, end, status)];
  const text = judge?.(scene, end) ?? null;
  if (text !== null) texts.push(text);
  const of = (state: string) => countIn(end.rows, state);
  const line = `${name}: ${end.status}, ${of("succeeded")} succeeded, ${of("failed")} failed, ${of("skipped")} left out, ${of("pending")} not begun, at most ${end.most} in progress`;
  return { line, texts };
}

/** Makes, checks, confirms and starts the rollout. */
async function prepare(
  { siteIds, context, owner }: Scene,
  storedPlan: string | undefined,
): Promise<number> {
  const added = await callAs(owner, "/site/v2/rollout/add", { task: TASK, siteIds });
  const { rolloutId } = added.body.data as { rolloutId: number };
  for (let turns = 0; (await statusOf(rolloutId)).status === "checking"; turns++) {
    if (turns > MAX_TURNS) throw new Error("the check does not end");
    await advanceRollouts(context);
    context.turn(MINUTE_MS);
  }
  if (siteIds.length > MAX_UNAPPROVED_SITES) await confirmAsOperator(rolloutId);
  const started = await callAs(owner, "/site/v2/rollout/start", { rolloutId, confirm });
  if (started.status !== 200) throw new Error(`start: ${started.status}`);
  if (storedPlan !== undefined)
    await env.DB.prepare("update rollouts set plan = ? where id = ?")
      .bind(storedPlan, rolloutId)
      .run();
  return rolloutId;
}

async function confirmAsOperator(rolloutId: number): Promise<void> {
  const setType = (type: number) =>
    env.DB.prepare("update users set type = ? where account = 'stranger@example.org'")
      .bind(type)
      .run();
  await setType(USER_TYPE.platformAdministrator);
  const session = await signIn("stranger");
  const { status } = await callAs(session, "/site/v2/rollout/approve", { rolloutId, confirm });
  await setType(USER_TYPE.ordinary);
  if (status !== 200) throw new Error(`approve: ${status}`);
}

async function statusOf(rolloutId: number) {
  const row = await env.DB.prepare("select status, ended_at from rollouts where id = ?")
    .bind(rolloutId)
    .first<{ status: string; ended_at: number | null }>();
  if (row === null) throw new Error("there is no such rollout");
  return row;
}

async function runToEnd(
  { context, fleet }: Scene,
  rolloutId: number,
  turnMs: number,
  afterTurn: ((turn: number, rolloutId: number) => Promise<void> | void) | undefined,
): Promise<End> {
  let most = 0;
  let mostRunning = 0;
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    await advanceRollouts(context satisfies Context);
    most = Math.max(most, (await countSites(database, rolloutId)).inProgress);
    mostRunning = Math.max(mostRunning, fleet.running);
    await afterTurn?.(turn, rolloutId);
    const { status, ended_at: endedAt } = await statusOf(rolloutId);
    if (endedAt !== null) {
      const { results } = await env.DB.prepare(
        "select site_id, state, reason, ended_at from rollout_sites where rollout_id = ?",
      )
        .bind(rolloutId)
        .all<Row>();
      return { rows: results, status, most, mostRunning };
    }
    context.turn(turnMs);
  }
  throw new Error("the rollout does not end");
}

/** What holds for every rollout. */
function* judgeEnd(
  { fleet, siteIds }: Scene,
  { rows, status, most, mostRunning }: End,
  expected: string,
): Generator<string> {
  if (status !== expected) yield `it is ${status} instead of ${expected}`;
  if (most > MAX_IN_PROGRESS) yield `${most} sites were in progress`;
  if (mostRunning > MAX_IN_PROGRESS) yield `${mostRunning} sites changed at once`;
  if (rows.length !== siteIds.length) yield `${rows.length} sites are stored`;
  for (const { site_id: siteId, state, reason, ended_at: endedAt } of rows) {
    const isTouched = fleet.touched.has(siteId);
    const isEnd = state === "succeeded" || (state === "failed" && reason !== null);
    if (isTouched && !(isEnd && endedAt !== null)) yield `${siteId} was touched and is ${state}`;
    if (!isTouched && state === "succeeded") yield `${siteId} succeeded untouched`;
    if (state === "succeeded" && fleet.values.get(siteId) !== 5)
      yield `${siteId} has another value`;
    if (["starting", "working", "watching", "unchecked"].includes(state))
      yield `${siteId} is ${state} at the end`;
  }
}

/** Campaigns with a common site are made at the same time. */
async function raceCampaigns(siteIds: readonly number[]) {
  await reset();
  const owner = await signIn("owner");
  const attempts = 4;
  const common = siteIds[0] ?? FIRST;
  const answers = await Promise.all(
    Array.from({ length: attempts }, (_, place) =>
      callAs(owner, "/site/v2/rollout/add", {
        task: TASK,
        siteIds: [...siteIds.slice(place * 2 + 1, place * 2 + 3), common],
      }),
    ),
  );
  await reset();
  return { attempts, accepted: answers.filter(({ status }) => status === 200).length };
}
