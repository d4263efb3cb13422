import type { Bench, BenchResult, FloorCheck } from "#tools/bench-result.ts";
import { startServer } from "../support/server.ts";
import { fanOut } from "./sockets/fan-out-load.ts";
import { LeanSocket } from "./sockets/lean-socket.ts";
import { openLogger } from "./sockets/logger-end.ts";
import { LoggerFrames } from "./sockets/logger-frames.ts";
import { openInTurn } from "./sockets/open-in-turn.ts";
import { type LatencyRound, poolRounds, typicalFloor } from "./sockets/pool-rounds.ts";
import { startObjectFloor } from "./sockets/start-object-floor.ts";
import { openBareViewer, openViewer, signIn, type ViewerEnd } from "./sockets/viewer-end.ts";

const ROUNDS = 15;
const QUICK_ROUNDS = 5;
const FRAMES_A_ROUND = 8;
/** So many changed registers make a sealed text of about 800 bytes. */
const REGISTERS = 24;
/**
 * What a quiet machine gave: p50 3.2 and p99 5.6 ms for 100 viewers, 21 and 61 ms for 1,000; 500 lie in a straight
 * line between them.
 */
const MANY_TO_FEW = { p50: 3.5, p99: 5.4 };
const BARS = [
  { viewers: 100, atMost: 5, slowestToTypical: 1.75 },
  { viewers: 500, atMost: 8, slowestToTypical: 2.7 },
] as const;

/** From a logger's frame to its arrival at every viewer of the site, sealed for each, beside a bare object's fan-out. */
export const bench: Bench = async ({ isQuick }) => {
  await using stack = new AsyncDisposableStack();
  const floor = await startObjectFloor("fan-out.mjs", "FanOut");
  stack.defer(() => floor.stop());
  const server = await startServer({ spareSites: 1 });
  stack.defer(() => server.stop());
  const site = server.fleet.sites.find(({ group }) => group === "spare");
  if (site === undefined) throw new Error("there is no spare site");
  const frames = new LoggerFrames(REGISTERS);
  const logger = await openLogger(server.url, site, frames);
  const token = await signIn(server.url, server.accounts.fleet);

  const ours: ViewerEnd[] = [];
  const bare: ViewerEnd[] = [];
  const results: BenchResult[] = [];
  const floors: FloorCheck[] = [];
  const bareWaits: { p50: number; p99: number }[] = [];
  let bareLogger: LeanSocket | null = null;
  stack.defer(() => {
    for (const end of [...ours, ...bare, logger, bareLogger]) end?.end();
  });
  const bareFrame = frames.sample(0, Date.now());
  for (const { viewers, atMost, slowestToTypical } of BARS) {
    const more = Array.from({ length: viewers - ours.length }, (_, index) => index);
    ours.push(...(await openInTurn(more, () => openViewer(server.url, token, site.serial))));
    bare.push(...(await openInTurn(more, () => openBareViewer(floor.url, "one"))));
    await fanOut(() => logger.send(), ours, 2);
    bareLogger ??= await LeanSocket.open(`${floor.url}/logger/one/${ours[0]?.size}`);
    const sendBare = () => bareLogger?.send(bareFrame);
    await fanOut(sendBare, bare, 2);
    const rounds: LatencyRound[] = [];
    for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
      const floorWaits = await fanOut(sendBare, bare, FRAMES_A_ROUND);
      rounds.push({
        floor: floorWaits,
        ours: await fanOut(() => logger.send(), ours, FRAMES_A_ROUND),
      });
    }
    checkOpened(ours);
    const { all, middle } = poolRounds(rounds);
    const name = `frame in to sealed message out, ${viewers} viewers`;
    const common = { unit: "ms p99", floorIs: "bare fan-out" };
    results.push({ name, ...common, ...middle, bar: { atMost } });
    results.push({ name: "the same, over all rounds", ...common, ...all });
    const waits = { p50: typicalFloor(rounds, 0.5), p99: middle.floor };
    bareWaits.push(waits);
    floors.push({
      name: `bare fan-out: p99 ÷ p50 of ${viewers} viewers`,
      ratio: waits.p99 / waits.p50,
      expected: slowestToTypical,
      slowIf: "above",
    });
  }
  const [few, many] = bareWaits;
  for (const part of ["p50", "p99"] as const)
    floors.push({
      name: `bare fan-out: ${part} of 500 viewers ÷ of 100`,
      ratio: (many?.[part] ?? Number.NaN) / (few?.[part] ?? Number.NaN),
      expected: MANY_TO_FEW[part],
      // A few slow ones make many look quick; the line above already reports the slowest.
      slowIf: part === "p50" ? "either" : "above",
    });
  return { results, floors };
};

/** What was measured are real frames: the last of them is opened and has every register in it. */
function checkOpened(viewers: readonly ViewerEnd[]): void {
  for (const viewer of viewers.slice(0, 20)) {
    const count = Object.keys(viewer.openLast().values).length;
    if (count !== REGISTERS) throw new Error(`${count} values in a frame of ${REGISTERS}`);
  }
}
