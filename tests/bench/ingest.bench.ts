import type { Bench } from "#tools/bench-figure.ts";
import { median, quantile } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import { paceLoggers, pressLoggers } from "./sockets/loads.ts";
import { openBareLogger, openLogger } from "./sockets/logger-end.ts";
import { LoggerFrames } from "./sockets/logger-frames.ts";
import { medianPair, type Pair } from "./sockets/median-pair.ts";
import { openInTurn } from "./sockets/open-in-turn.ts";
import { startFloor } from "./sockets/start-floor.ts";

const isQuick = process.argv.includes("--quick");
const PRESSED_SITES = 300;
const PRESS_MS = 2_000;
const PRESS_ROUNDS = isQuick ? 5 : 11;
const PACED_SITES = 1_000;
const PACED_ROUNDS = isQuick ? 3 : 8;
const PACED_S = isQuick ? 10 : 15;
const WARM_UP_S = 5;
/** 2,850 of the 3,000 frames a second that were sent; what only answers takes them all. */
const INSERTED_OF_ANSWERED = 0.95;

const frames = new LoggerFrames(60);

/** Frames of loggers, from the socket to the acknowledgement that they are stored, beside bare objects. */
export const bench: Bench = async () => {
  await using stack = new AsyncDisposableStack();
  const floor = await startFloor("object.mjs", "BareObject");
  stack.defer(() => floor.stop());
  const server = await startServer({ spareSites: PACED_SITES });
  stack.defer(() => server.stop());
  const spare = server.fleet.sites.filter(({ group }) => group === "spare");
  const bare = await openInTurn(spare, ({ serial }) =>
    openBareLogger(floor.url, "insert", serial, frames),
  );
  const echo = await openInTurn(spare.slice(0, PRESSED_SITES), ({ serial }) =>
    openBareLogger(floor.url, "echo", `echo-${serial}`, frames),
  );
  const ours = await openInTurn(spare, (site) => openLogger(server.url, site, frames));
  stack.defer(() => {
    for (const logger of [...bare, ...echo, ...ours]) logger.end();
  });

  const pressed: Pair[] = [];
  const insertedOfAnswered: number[] = [];
  for (let round = 0; round < PRESS_ROUNDS; round++) {
    const answered = await pressLoggers(echo, PRESS_MS);
    const floorRate = await pressLoggers(bare.slice(0, PRESSED_SITES), PRESS_MS);
    const ourRate = await pressLoggers(ours.slice(0, PRESSED_SITES), PRESS_MS);
    pressed.push({ ours: ourRate, floor: floorRate });
    insertedOfAnswered.push(floorRate / answered);
  }
  const paced: Pair[] = [];
  const seconds = { warmUp: WARM_UP_S, counted: PACED_S };
  for (let round = 0; round < PACED_ROUNDS; round++) {
    const bareSlowest = quantile(await paceLoggers(bare, seconds), 0.99);
    paced.push({
      ours: quantile(await paceLoggers(ours, seconds), 0.99),
      floor: bareSlowest,
    });
  }
  return {
    figures: [
      {
        name: `frames of 60 registers over ${PRESSED_SITES} sites`,
        unit: "acknowledged/s",
        ...medianPair(pressed),
        floorIs: "bare objects that insert",
        bar: { atLeast: 0.5 },
      },
      {
        name: `${PACED_SITES} sites, a frame a second for ${PACED_ROUNDS} × ${PACED_S} s, none lost`,
        unit: "ms p99",
        ...medianPair(paced),
        floorIs: "bare objects that insert",
        bar: { atMost: 5 },
      },
    ],
    floors: [
      {
        name: "bare objects: frames inserted ÷ frames only answered",
        ratio: median(insertedOfAnswered),
        expected: INSERTED_OF_ANSWERED,
      },
    ],
  };
};
