import { sessionCookie } from "#protocol/session-cookie.ts";
import type { Bench, BenchResult, FloorCheck } from "#tools/bench-result.ts";
import { readAnswer } from "./load/drive.ts";
import { driveInRounds, medianRound } from "./load/rounds.ts";
import { findServer } from "./pages/find-server.ts";
import { weighFirstLoad } from "./pages/first-load.ts";
import { startPageFloor } from "./pages/start-page-floor.ts";
import { checkSiteList, pageOf, startPortal } from "./pages/start-portal.ts";

const ROUNDS = { rounds: 11, roundMs: 1_000 };
const QUICK_ROUNDS = { rounds: 3, roundMs: 500 };
/** Requests until the compiler of the runtime has little left to do. */
const WARM = 6_000;
const LUKEWARM = 1_000;
const QUICK_WARM = 200;
const LIST_BAR = { atLeast: 0.6 };
const FIRST_LOAD_KIB = 200;

/** What of a bare "hello" the bare pages reached on a quiet machine. */
const EXPECTED = { hello: 0.33, rows: 0.115 };

export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const hello = await findServer(() => startPageFloor("hello.ts"));
  stack.defer(() => hello.started.stop());
  const page = await findServer(() => startPageFloor("page.tsx"));
  stack.defer(() => page.started.stop());
  const portal = await findServer(startPortal);
  const { server, token, names, online, stop } = portal.started;
  stack.defer(stop);

  const list = pageOf(`${server.url}/sitelist`, token);
  const html = await readAnswer(list);
  checkSiteList(html, names);
  await requireSession(`${server.url}/sitelist`);
  const hot = isQuick ? QUICK_WARM : WARM;
  const warm = isQuick ? QUICK_WARM : LUKEWARM;
  const rounds = await driveInRounds(
    {
      list: { ...portal, target: list, warmUp: hot },
      rows: { ...page, target: { url: `${page.started.url}/rows` }, warmUp: hot },
      bareHello: { ...hello, target: { url: `${hello.started.url}/hello` }, warmUp: warm },
      pageHello: { ...page, target: { url: `${page.started.url}/hello` }, warmUp: warm },
      login: { ...portal, target: { url: `${server.url}/login` }, warmUp: warm },
      api: { ...portal, target: apiList(server.url, token), warmUp: warm },
    },
    isQuick ? QUICK_ROUNDS : ROUNDS,
  );
  type Name = keyof (typeof rounds)[number];

  const beside = (name: string, pair: [Name, Name], floorIs: string): BenchResult => ({
    name,
    unit: "answers/s",
    ...medianRound(rounds, pair, "perSecond"),
    floorIs,
  });
  const results: BenchResult[] = [
    {
      name: "/sitelist, 50 sites, signed in",
      unit: "answers per processor second",
      ...medianRound(rounds, ["list", "rows"], "perProcessorSecond"),
      floorIs: "50 bare rows",
      bar: LIST_BAR,
    },
    { ...beside("the same, by the wall clock", ["list", "rows"], "50 bare rows"), bar: LIST_BAR },
    beside("/login", ["login", "pageHello"], "bare page"),
    beside("API, list of 50 sites", ["api", "bareHello"], "bare hello"),
    {
      name: "first-load JavaScript of /realtime",
      unit: "KiB gz",
      ours: await weighFirstLoad(
        server.url + pageAddress(html, online),
        `${sessionCookie(false)}=${token}`,
      ),
      floorIs: "its budget",
      floor: FIRST_LOAD_KIB,
      bar: { atMost: 1 },
    },
  ];
  const ofHello = (
    name: string,
    floor: Name,
    [measure, expected]: ["perSecond" | "perProcessorSecond", number],
  ): FloorCheck => {
    const round = medianRound(rounds, [floor, "bareHello"], measure);
    return { name, ratio: round.ours / round.floor, expected, slowIf: "below" };
  };
  const floors = [
    ofHello("bare page ÷ bare hello", "pageHello", ["perProcessorSecond", EXPECTED.hello]),
    ofHello("50 bare rows ÷ bare hello", "rows", ["perProcessorSecond", EXPECTED.rows]),
    ofHello("the same, by the wall clock", "rows", ["perSecond", EXPECTED.rows]),
  ];
  return { results, floors };
};

/** The address that the list has for the page of a site. */
function pageAddress(html: string, name: string): string {
  const before = html.slice(0, html.indexOf(`>${name}</a>`));
  const address = before.slice(before.lastIndexOf("/realtime?key=")).match(/^[^"]+/)?.[0];
  if (address === undefined) throw new Error(`the list has no address of ${name}`);
  return address.replaceAll("&amp;", "&");
}

function apiList(url: string, token: string) {
  return {
    url: `${url}/api/site/v4/getListBySearchFilterAndReorder`,
    method: "POST",
    headers: { Authorization: token },
    body: '{"size":50}',
  };
}

/** The list must be requested with a session; without one it leads to the login. */
async function requireSession(url: string): Promise<void> {
  const { status } = await fetch(url, { redirect: "manual" });
  if (status !== 302) throw new Error(`the list without a session answered ${status}`);
}
