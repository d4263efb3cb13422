import type { Bench } from "#tools/bench-result.ts";
import { median } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import { paceLoggers, pressLoggers } from "./sockets/loads.ts";
import { openBareLogger, openLogger } from "./sockets/logger-end.ts";
import { LoggerFrames } from "./sockets/logger-frames.ts";
import { medianPair, type Pair } from "./sockets/median-pair.ts";
import { openInTurn } from "./sockets/open-in-turn.ts";
import { type LatencyRound, poolRounds, typicalFloor } from "./sockets/pool-rounds.ts";
import { startObjectFloor } from "./sockets/start-object-floor.ts";

const PRESSED_SITES = 300;
const PRESS_MS = 2_000;
const PACED_SITES = 1_000;
/** Short enough that no object falls asleep while the others have their turn; two minutes of each together. */
const PACED_S = 5;
const ROUNDS = { pressed: 11, paced: 120 / PACED_S };
const QUICK_ROUNDS = { pressed: 5, paced: 3 };
/** 2,850 of the 3,000 frames a second that were sent; what only answers takes them all. */
const INSERTED_OF_ANSWERED = 0.95;
/**
 * 108 ms of 2,850 frames a second: so many frames could have been inserted while the slowest of a hundred waited, on
 * a quiet machine.
 */
const FRAMES_OF_WAITING = 0.108 * 2_850;

/** Twice a typical round, which is 30 % above this, means that something else had the machine in some rounds. */
const ROUNDS_DIFFER = 1.5;

const frames = new LoggerFrames(60);

/** Frames of loggers, from the socket to the acknowledgement that they are stored, beside bare objects. */
export const bench: Bench = async ({ isQuick }) => {
  const count = isQuick ? QUICK_ROUNDS : ROUNDS;
  await using stack = new AsyncDisposableStack();
  const floor = await startObjectFloor("object.mjs", "BareObject");
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
  for (let round = 0; round < count.pressed; round++) {
    const answered = await pressLoggers(echo, PRESS_MS);
    const floorRate = await pressLoggers(bare.slice(0, PRESSED_SITES), PRESS_MS);
    const ourRate = await pressLoggers(ours.slice(0, PRESSED_SITES), PRESS_MS);
    pressed.push({ ours: ourRate, floor: floorRate });
    insertedOfAnswered.push(floorRate / answered);
  }
  // Those that had no part in it yet are woken; from here on everything counts.
  await paceLoggers(bare, PACED_S);
  await paceLoggers(ours, PACED_S);
  const paced: LatencyRound[] = [];
  for (let round = 0; round < count.paced; round++) {
    const floorWaits = await paceLoggers(bare, PACED_S);
    paced.push({ floor: floorWaits, ours: await paceLoggers(ours, PACED_S) });
  }
  const { all, middle } = poolRounds(paced);
  const floorRate = median(pressed.map((round) => round.floor));
  return {
    results: [
      {
        name: `frames of 60 registers over ${PRESSED_SITES} sites`,
        unit: "acknowledged/s",
        ...medianPair(pressed),
        floorIs: "bare objects that insert",
        bar: { atLeast: 0.5 },
      },
      {
        name: `${PACED_SITES} sites, a frame a second for ${count.paced * PACED_S} s, none lost`,
        unit: "ms p99",
        ...all,
        floorIs: "bare objects that insert",
        bar: { atMost: 5 },
      },
      {
        name: `the same, of ${count.paced} rounds that whose ratio is the median`,
        unit: "ms p99",
        ...middle,
        floorIs: "bare objects that insert",
      },
    ],
    floors: [
      {
        name: "bare objects: frames inserted ÷ frames only answered",
        ratio: median(insertedOfAnswered),
        expected: INSERTED_OF_ANSWERED,
        slowIf: "below",
      },
      {
        name: "bare objects: p99 at a frame a second × frames inserted a second",
        ratio: (all.floor / 1_000) * floorRate,
        expected: FRAMES_OF_WAITING,
        slowIf: "above",
      },
      {
        name: "bare objects: p99 of all rounds ÷ p99 of a typical one",
        ratio: all.floor / typicalFloor(paced, 0.99),
        expected: ROUNDS_DIFFER,
        slowIf: "above",
      },
    ],
  };
};
