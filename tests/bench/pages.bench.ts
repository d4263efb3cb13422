import { join } from "node:path";
import type { Bench, Figure } from "#tools/bench-figure.ts";
import { readAnswer } from "./load/drive.ts";
import { driveInRounds, medianRound } from "./load/rounds.ts";
import { findServer } from "./pages/find-server.ts";
import { weighFirstLoad } from "./pages/first-load.ts";
import { startFloor } from "./pages/start-floor.ts";
import { checkSiteList, pageOf, startPortal } from "./pages/start-portal.ts";

const ROUNDS = { rounds: 11, roundMs: 1_000 };
/** Requests until the compiler of the runtime has little left to do. */
const WARM = 6_000;
const LUKEWARM = 1_000;
const FIRST_LOAD_KIB = 230;

/** What of a bare "hello" the bare pages reached on a quiet machine. */
const EXPECTED = { hello: 0.33, rows: 0.115 };

export const bench: Bench = async () => {
  await using stack = new AsyncDisposableStack();
  const hello = await findServer(() => startFloor("hello.ts"));
  stack.defer(() => hello.started.stop());
  const page = await findServer(() => startFloor("page.tsx"));
  stack.defer(() => page.started.stop());
  const portal = await findServer(startPortal);
  const { server, token, names } = portal.started;
  stack.defer(() => server.stop());

  const list = pageOf(`${server.url}/sitelist`, token);
  const html = await readAnswer(list);
  checkSiteList(html, names);
  await demandSession(`${server.url}/sitelist`);
  const [address = ""] = html.match(/\/realtime\?key=[^"]+/) ?? [];
  const site = await readAnswer(pageOf(server.url + address.replaceAll("&amp;", "&"), token));

  const rounds = await driveInRounds(
    {
      list: { ...portal, target: list, warmUp: WARM },
      rows: { ...page, target: { url: `${page.started.url}/rows` }, warmUp: WARM },
      bareHello: { ...hello, target: { url: `${hello.started.url}/hello` }, warmUp: LUKEWARM },
      pageHello: { ...page, target: { url: `${page.started.url}/hello` }, warmUp: LUKEWARM },
      login: { ...portal, target: { url: `${server.url}/login` }, warmUp: LUKEWARM },
      api: { ...portal, target: apiList(server.url, token), warmUp: LUKEWARM },
    },
    ROUNDS,
  );
  type Name = keyof (typeof rounds)[number];

  const beside = (name: string, pair: [Name, Name], floorIs: string): Figure => ({
    name,
    unit: "answers/s",
    ...medianRound(rounds, pair, "perSecond"),
    floorIs,
  });
  const figures: Figure[] = [
    {
      name: "/sitelist, 50 sites, signed in",
      unit: "answers per processor second",
      ...medianRound(rounds, ["list", "rows"], "perProcessorSecond"),
      floorIs: "50 bare rows",
      bar: { atLeast: 0.6 },
    },
    beside("/sitelist, 50 sites, signed in", ["list", "rows"], "50 bare rows"),
    beside("/login", ["login", "pageHello"], "bare page"),
    beside("API, list of 50 sites", ["api", "bareHello"], "bare hello"),
    {
      name: "first-load JavaScript of /realtime",
      unit: "KiB gz",
      ours: weighFirstLoad(site, join(server.state.build, "client")),
      floorIs: "its budget",
      floor: FIRST_LOAD_KIB,
      bar: { atMost: 1 },
    },
  ];
  const ofHello = (name: string, floor: Name, expected: number) => {
    const round = medianRound(rounds, [floor, "bareHello"], "perProcessorSecond");
    return { name, ratio: round.ours / round.floor, expected };
  };
  const floors = [
    ofHello("bare page ÷ bare hello", "pageHello", EXPECTED.hello),
    ofHello("50 bare rows ÷ bare hello", "rows", EXPECTED.rows),
  ];
  return { figures, floors };
};

function apiList(url: string, token: string) {
  return {
    url: `${url}/api/site/v4/getListBySearchFilterAndReorder`,
    method: "POST",
    headers: { Authorization: token },
    body: '{"size":50}',
  };
}

/** The list must be asked for as somebody: without a session it leads to the login. */
async function demandSession(url: string): Promise<void> {
  const { status } = await fetch(url, { redirect: "manual" });
  if (status !== 302) throw new Error(`the list without a session answered ${status}`);
}
