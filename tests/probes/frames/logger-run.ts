import type { ProbeSocket } from "../../support/probe-socket.ts";
import { ALPHA } from "../../support/seed-users.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import { openLogger } from "../../support/worker-gate.ts";
import { type Fields, fieldOf } from "./fields.ts";
import { makeConnect, makeMessage } from "./logger-frames.ts";
import { mutateFrame } from "./mutate.ts";
import { CANARY } from "./oddities.ts";
import {
  type Allowed,
  addressesOf,
  judgeBatch,
  judgeLoggerFrame,
  type LoggerFrame,
} from "./oracle.ts";
import { count, FrameFault, IN_A_ROW, MAX_FAULTS, type Tally } from "./run-report.ts";
import type { World } from "./world.ts";

const SERIAL = "ALPHA-01";
const REQUESTS = [288, 304, 320, 322, 324, 336, 338];
const MAX_FRAMES_OF_A_SOCKET = 40;
const BURST = 50;

type Answer = { cmd: number; id?: string | null; [name: string]: unknown };
/** What a logger knows of its own conversation. */
type Session = {
  socket: ProbeSocket;
  connected: boolean;
  tree: ReadonlySet<string>;
  inRow: number;
  fences: number;
};

/** Mutated frames of a logger against the page's judgement of each. @throws at the first that is answered otherwise */
export async function runLoggerFrames(world: World, chance: Chance, total: number) {
  const tally: Tally = {};
  const faults: string[] = [];
  let sent = 0;
  for (let sockets = 0; sent < total; sockets++) {
    tally.sockets = sockets + 1;
    const session = await open();
    if (sockets % 40 === 0) await flood(world, session, chance);
    else {
      const frames = Math.min(total - sent, chance.between(5, MAX_FRAMES_OF_A_SOCKET));
      sent += await converse(world, session, chance, tally, frames).catch((error) => {
        if (!(error instanceof FrameFault) || faults.push(error.message) > MAX_FAULTS) throw error;
        console.log(error.message);
        return 1;
      });
    }
    await hangUp(session);
    if (sockets % 10 === 0) await world.prove();
    if (sockets % 200 === 0) {
      await world.proveStores();
      await world.ring();
    }
  }
  await world.prove();
  await world.proveStores();
  return { sent, tally, faults };
}

async function open(): Promise<Session> {
  return {
    socket: await openLogger(SERIAL),
    connected: false,
    tree: new Set(),
    inRow: 0,
    fences: 0,
  };
}

async function hangUp({ socket }: Session): Promise<void> {
  if (socket.ended) return;
  socket.close();
  for (;;) if ("closed" in (await socket.next())) return;
}

/** Returns how many mutated frames were sent. */
async function converse(
  world: World,
  session: Session,
  chance: Chance,
  tally: Tally,
  frames: number,
): Promise<number> {
  const early = chance.happens(0.4) ? chance.between(1, 6) : 0;
  const hibernateAt = chance.happens(0.05) ? chance.below(frames) : -1;
  for (let sent = 0; sent < frames; sent++) {
    const { clock } = world;
    if (!session.connected && sent >= early) {
      const connect = makeConnect(chance, SERIAL, `c-${sent}`, clock.now());
      await say(world, session, JSON.stringify(connect), tally);
    }
    if (sent === hibernateAt) await world.hibernate(ALPHA);
    const now = clock.forward(100 + chance.below(50));
    // Now and then a good one, so that a row of refusals does not end every conversation.
    if (session.connected && chance.happens(0.4))
      await say(
        world,
        session,
        JSON.stringify(makeMessage(chance, SERIAL, `v-${sent}`, now)),
        tally,
      );
    if (session.socket.ended) return sent;
    const message =
      session.connected || chance.happens(0.3)
        ? makeMessage(chance, SERIAL, `f-${sent}`, now)
        : makeConnect(chance, SERIAL, `f-${sent}`, now);
    await say(world, session, mutateFrame(chance, message, now), tally);
    if (session.socket.ended) return sent + 1;
    if (sent % 8 === 0) await world.viewers[ALPHA].catchUp();
  }
  return frames;
}

/** One frame, judged beforehand, and everything that came for it. */
async function say(world: World, session: Session, frame: LoggerFrame, tally: Tally) {
  const allowed = judgeLoggerFrame(frame, { connected: session.connected, serial: SERIAL });
  let received: Received = { answer: null, closed: null, fenced: false };
  session.socket.send(frame);
  try {
    received = await listen(session, allowed);
    await follow(world, session, allowed, received, tally);
    world.expectClean();
  } catch (error) {
    throw new FrameFault(frame, received, allowed, error);
  }
  // The platform answers the constant text itself, by the real clock: another spelling breaks the row by that of the run.
  if (frame === '{"cmd":256}') await say(world, session, '{"cmd":256,"id":"row"}', tally);
}

type Received = { answer: Answer | null; closed: number | null; fenced: boolean };

/** Returns the answer to a frame. If none may come, a heartbeat shows that everything has arrived. */
async function listen(session: Session, allowed: Allowed): Promise<Received> {
  const { socket } = session;
  const fence = allowed.silent ? `fence-${session.fences++}` : null;
  if (fence !== null) socket.send(JSON.stringify({ cmd: 256, id: fence }));
  let answer: Answer | null = null;
  for (;;) {
    const arrived = await socket.next();
    if ("closed" in arrived) return { answer, closed: arrived.closed, fenced: false };
    const message = JSON.parse(arrived.text) as Answer;
    if (REQUESTS.includes(message.cmd)) continue;
    if (fence !== null && message.id === fence) return { answer, closed: null, fenced: true };
    if (answer !== null) throw new Error(`two answers: ${arrived.text}`);
    answer = message;
    if (fence === null) return { answer, closed: null, fenced: false };
  }
}

/** @throws where what came is not allowed, or the socket is not closed that must be, or closed without need */
async function follow(
  world: World,
  session: Session,
  allowed: Allowed,
  { answer, closed, fenced }: Received,
  tally: Tally,
): Promise<void> {
  if (answer === null && closed !== null) {
    if (closed !== allowed.closes) throw new Error(`closed with ${closed}`);
    return count(tally, `closed ${closed}`);
  }
  if (answer?.cmd === 511) {
    followRefusal(allowed, answer, tally);
    session.inRow += 1;
    const ends = answer.status === 426 ? 4426 : session.inRow === IN_A_ROW ? 4400 : null;
    if (ends !== null) return expectClose(session, closed, ends, tally);
  } else {
    if (answer === null ? !allowed.silent : !isAnswer(allowed, answer))
      throw new Error("not what the page says");
    count(tally, answer === null ? "taken without an answer" : `answered ${answer.cmd}`);
    session.inRow = 0;
    if (allowed.taken !== null) take(world, session, allowed.taken, answer);
  }
  if (closed !== null) throw new Error(`closed with ${closed}`);
  if (fenced) session.inRow = 0;
}

function isAnswer({ answer }: Allowed, { cmd, id }: Answer): boolean {
  return answer !== null && cmd === answer.cmd && answer.ids.includes(id ?? undefined);
}

function followRefusal(allowed: Allowed, received: Answer, tally: Tally): void {
  const { id = null, status, message, ...rest } = received;
  const list = status === 426 ? allowed.unsupportedWith : allowed.refusedWith;
  if ((status !== 400 && status !== 426) || !list.includes(id))
    throw new Error("refused otherwise");
  if (Object.keys(rest).length !== 1 || typeof message !== "string" || message.length > 200)
    throw new Error("a 511 is not of this form");
  if (message.includes(CANARY.slice(0, 12))) throw new Error("a message repeats what was said");
  count(tally, `refused ${status}`);
}

/** What follows from a frame that was taken. */
function take(world: World, session: Session, given: Fields, received: Answer | null): void {
  const now = world.clock.now();
  switch (fieldOf(given, "cmd")) {
    case 258: {
      if (
        received?.status !== 200 ||
        received.time !== now ||
        typeof received.sampling !== "object"
      )
        throw new Error("not a 259");
      expectStoredThrough(received?.storedThrough, now, true);
      session.connected = true;
      session.tree = addressesOf(given);
      return;
    }
    case 339:
      session.tree = addressesOf(given);
      return;
    case 260: {
      const { stored, refused } = judgeBatch(given, session.tree, now);
      for (const { address, at, value } of stored) world.models[ALPHA].take(address, at, value);
      if (received?.status !== 200) throw new Error("not stored");
      expectStoredThrough(received.storedThrough, now, false);
      const reported = received.refused ?? 0;
      if (!refused.includes(reported as number))
        throw new Error(`${refused} values cannot be stored`);
      return;
    }
    case 262:
    case 264:
      if (received?.status !== 200) throw new Error("not taken");
  }
}

/** A hint, never ahead of the server's clock. */
function expectStoredThrough(given: unknown, now: number, orNull: boolean): void {
  if (given === undefined ? !orNull : given === null && orNull) return;
  if (!Number.isSafeInteger(given) || (given as number) > now) throw new Error("storedThrough");
}

/** @param received the code of the close, if it has arrived */
async function expectClose(
  { socket }: Session,
  received: number | null,
  code: number,
  tally: Tally,
): Promise<void> {
  if (received === null) {
    const arrived = await socket.next();
    if (!("closed" in arrived) || arrived.closed !== code)
      throw new Error(`not closed with ${code}, but ${JSON.stringify(arrived)}`);
    if (arrived.reason.includes(CANARY.slice(0, 12)))
      throw new Error("a reason repeats what was said");
  } else if (received !== code) throw new Error(`closed with ${received}`);
  count(tally, `closed ${code}`);
}

/** More frames at one instant than anybody may send: 50 are answered, the next closes. */
async function flood(world: World, session: Session, chance: Chance): Promise<void> {
  const tally: Tally = {};
  world.clock.forward(1);
  const connect = makeConnect(chance, SERIAL, "flood", world.clock.now());
  await say(world, session, JSON.stringify(connect), tally);
  for (let frames = 1; frames < BURST; frames++)
    await say(world, session, `{"cmd":256,"id":"${frames}"}`, tally);
  session.socket.send('{"cmd":256,"id":"too much"}');
  await expectClose(session, null, 4429, tally);
}
