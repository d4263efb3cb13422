import type { Bench, Figure } from "#tools/bench-figure.ts";
import { median, quantile } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import { fanOut } from "./sockets/fan-out-load.ts";
import { LeanSocket } from "./sockets/lean-socket.ts";
import { openLogger } from "./sockets/logger-end.ts";
import { LoggerFrames } from "./sockets/logger-frames.ts";
import { medianPair, type Pair } from "./sockets/median-pair.ts";
import { openInTurn } from "./sockets/open-in-turn.ts";
import { startFloor } from "./sockets/start-floor.ts";
import { openBareViewer, openViewer, signIn, type ViewerEnd } from "./sockets/viewer-end.ts";

const isQuick = process.argv.includes("--quick");
const ROUNDS = isQuick ? 5 : 15;
const FRAMES_A_ROUND = 8;
/** So many changed registers make a sealed text of about 800 bytes. */
const REGISTERS = 24;
/** 3.2 ms for 100 viewers and 21 ms for 1,000: what is slow by accident for a few is not for many. */
const MANY_TO_FEW = 3.5;
const BARS = [
  { viewers: 100, atMost: 5 },
  { viewers: 500, atMost: 8 },
] as const;

/** From a logger's frame to its arrival at every viewer of the site, sealed for each, beside a bare object's fan-out. */
export const bench: Bench = async () => {
  await using stack = new AsyncDisposableStack();
  const floor = await startFloor("fan-out.mjs", "FanOut");
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
  const figures: Figure[] = [];
  const bareMedians: number[] = [];
  let bareLogger: LeanSocket | null = null;
  stack.defer(() => {
    for (const end of [...ours, ...bare, logger, bareLogger]) end?.end();
  });
  const bareFrame = frames.sample(0, Date.now());
  for (const { viewers, atMost } of BARS) {
    const more = Array.from({ length: viewers - ours.length }, (_, index) => index);
    ours.push(...(await openInTurn(more, () => openViewer(server.url, token, site.serial))));
    bare.push(...(await openInTurn(more, () => openBareViewer(floor.url, "one"))));
    await fanOut(() => logger.send(), ours, 2);
    bareLogger ??= await LeanSocket.open(`${floor.url}/logger/one/${ours[0]?.size}`);
    const sendBare = () => bareLogger?.send(bareFrame);
    await fanOut(sendBare, bare, 2);
    const typical: number[] = [];
    const rounds: Pair[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bareRound = await fanOut(sendBare, bare, FRAMES_A_ROUND);
      const ourRound = await fanOut(() => logger.send(), ours, FRAMES_A_ROUND);
      typical.push(median(bareRound));
      rounds.push({ ours: quantile(ourRound, 0.99), floor: quantile(bareRound, 0.99) });
    }
    checkOpened(ours);
    bareMedians.push(median(typical));
    figures.push({
      name: `frame in to sealed message out, ${viewers} viewers`,
      unit: "ms p99",
      ...medianPair(rounds),
      floorIs: "bare fan-out",
      bar: { atMost },
    });
  }
  const [few = 0, many = 0] = bareMedians;
  const name = "bare fan-out: p50 of 500 viewers ÷ of 100";
  return { figures, floors: [{ name, ratio: many / few, expected: MANY_TO_FEW }] };
};

/** What was measured are real frames: the last of them is opened and has every register in it. */
function checkOpened(viewers: readonly ViewerEnd[]): void {
  for (const viewer of viewers.slice(0, 20)) {
    const count = Object.keys(viewer.openLast().values).length;
    if (count !== REGISTERS) throw new Error(`${count} values in a frame of ${REGISTERS}`);
  }
}
