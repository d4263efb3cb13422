import { sessionCookie } from "#protocol/session-cookie.ts";
import type { Bench, BenchResult } from "#tools/bench-result.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { readAnswer, type Target } from "./load/drive.ts";
import { pageOf } from "./pages/start-portal.ts";
import { signIn } from "./sockets/viewer-end.ts";

const MANY = 10_000;
const FEW = 50;
const ROUNDS = 400;
const QUICK_ROUNDS = 40;
/** Until the compiler of the runtime has little left to do. */
const WARM = 300;
const QUICK_WARM = 30;
const BAR = { atMost: 1.3 };

/** The same list of a user with ten thousand sites, each with five members, and of a user with fifty, in turns. */
export const bench: Bench = async ({ isQuick }) => {
  const server = await startServer();
  try {
    await provideSites(server);
    const { url, accounts } = server;
    const dealer = await signIn(url, accounts.fleet);
    const family = await signIn(url, accounts.monitor);
    await requireSites(url, [dealer, family]);
    const rounds = isQuick ? QUICK_ROUNDS : ROUNDS;
    const warm = isQuick ? QUICK_WARM : WARM;
    const beside = async (name: string, of: (token: string) => Target): Promise<BenchResult> => ({
      name,
      unit: "ms, median",
      ...(await medians(of(dealer), of(family), { rounds, warm })),
      floorIs: `of ${FEW} sites`,
      bar: BAR,
    });
    const list = (body: object) => (token: string) => listOf(url, token, body);
    return {
      results: [
        await beside("first page of 10,000 sites by name", list({})),
        await beside("the newest first", list({ order: { by: "created", direction: "desc" } })),
        await beside("worst first", list({ order: { by: "status" } })),
        await beside("with a tag", list({ filter: { tag: "barn" } })),
        await beside(
          "in a country, worst first",
          list({ filter: { country: "DE" }, order: { by: "status" } }),
        ),
        await beside("/sitelist", (token) => pageOf(`${url}/sitelist`, token)),
        await beside("/sitelist, worst first", (token) =>
          pageOf(`${url}/sitelist?sort=status`, token),
        ),
      ],
    };
  } finally {
    await server.stop();
  }
};

function listOf(url: string, token: string, body: object): Target {
  return {
    url: `${url}/api/site/v4/getListBySearchFilterAndReorder`,
    method: "POST",
    headers: { Authorization: token },
    body: JSON.stringify({ size: FEW, ...body }),
  };
}

type Rounds = { rounds: number; warm: number };

/** One after the other, so that whatever else the machine does it does to both. */
async function medians(many: Target, few: Target, { rounds, warm }: Rounds) {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = -warm; round < rounds; round += 1)
    for (const [target, times] of [
      [many, ours],
      [few, floor],
    ] as const) {
      const start = performance.now();
      await readAnswer(target);
      if (round >= 0) times.push(performance.now() - start);
    }
  return { ours: median(ours), floor: median(floor) };
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Sites alike, without loggers, which would be polled each minute: those of the one are half in a barn and all over the world, those of the other fill a page with either. */
async function provideSites({ runtime, accounts }: TestServer): Promise<void> {
  const { database } = runtime;
  const idOf = (account: string) =>
    database.prepare("select id from users where account = ?").bind(account).first<number>("id");
  const [dealer, family] = [
    await idOf(accounts.fleet.account),
    await idOf(accounts.monitor.account),
  ];
  const make = (first: number, count: number, looks: { tags: string; country: string }) =>
    database.prepare(
      `with recursive n(i) as (values(${first}) union all select i + 1 from n where i < ${first + count - 1})
       insert into sites (id, name, sort_name, words, tags, country, status, status_since, online, solar,
         battery_soc, creator_id, created_at, updated_at)
       select i, 'Roof ' || i, printf('roof %012d', i * 7919 % 100000), json_array('roof', '' || i), ${looks.tags},
         ${looks.country}, case i % 5 when 0 then 'fault' when 1 then 'offline' else 'normal' end, i, 0,
         i % 5000, i % 100, ${dealer}, i, i from n`,
    );
  const share = (first: number, count: number, people: readonly (number | null)[]) =>
    database.prepare(
      `insert into memberships (user_id, site_id, role, created_at)
       select people.value, sites.id, 1, 0 from sites, json_each('${JSON.stringify(people)}') people
       where sites.id between ${first} and ${first + count - 1}`,
    );
  const others = [100_001, 100_002, 100_003, 100_004];
  const lists = 'iif(i % 2, \'["barn"]\', \'["barn","north"]\')';
  await database.batch([
    database.prepare(
      `insert into users (id, account, email, name, password_hash, created_at)
       select value, 'other-' || value, '', 'Other', '', 0 from json_each('${JSON.stringify(others)}')`,
    ),
    database.prepare("delete from memberships where user_id = ?").bind(family),
    make(200_000, MANY, {
      tags: `iif(i % 2, ${lists}, '[]')`,
      country: "iif(i % 3, 'DE', 'FR')",
    }),
    make(300_000, FEW, { tags: lists, country: "'DE'" }),
  ]);
  // In pieces: one statement may take half a minute at most.
  for (let first = 200_000; first < 200_000 + MANY; first += 1_000)
    await share(first, 1_000, [dealer, ...others]).run();
  await share(300_000, FEW, [family, ...others]).run();
}

/** Both have what they are to be asked for. */
async function requireSites(url: string, tokens: readonly string[]): Promise<void> {
  for (const [place, token] of tokens.entries()) {
    const { data } = JSON.parse(await readAnswer(listOf(url, token, {}))) as {
      data: { total: number; list: unknown[] };
    };
    const isRight = place === 0 ? data.total >= MANY : data.total === FEW;
    if (!isRight || data.list.length !== FEW) throw new Error(`a list of ${data.total} sites`);
    const html = await readAnswer(pageOf(`${url}/sitelist`, token));
    if (!html.includes("Roof ")) throw new Error(`no list for ${sessionCookie(false)}`);
  }
}
