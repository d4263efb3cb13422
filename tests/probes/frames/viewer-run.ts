import { BETA } from "../../support/seed-users.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import { openViewer, type Person, type ViewerDoor } from "../../support/worker-gate.ts";
import { count, FrameFault, IN_A_ROW, MAX_FAULTS, type Tally } from "./run-report.ts";
import { openSealed } from "./sealing.ts";
import { expectAnswer, type GivenCommands } from "./viewer-answers.ts";
import { makeRequest, mutateSealed, sealFrame } from "./viewer-frames.ts";
import { judgeLogin, judgeViewerFrame, type ViewerAllowed } from "./viewer-oracle.ts";
import type { World } from "./world.ts";

const BEAT = ' {"cmd":256}';
const HEARTBEAT = '{"cmd":256}';
const HEARTBEAT_ANSWER = '{"cmd":257}';
const PUSHES = [260, 262, 264, 321, 339];
const MAX_FRAMES_OF_A_SOCKET = 40;

type Session = ViewerDoor & { person: Person; inRow: number; sent: string[]; ticketUsed: boolean };
type Answer = { cmd: number; tag: string; body: Record<string, unknown> };
type Received = { answer: Answer | "heartbeat" | null; closed: number | null; fenced: boolean };

/** What lasts longer than one socket. */
type Run = {
  world: World;
  chance: Chance;
  tally: Tally;
  given: GivenCommands;
  ids: string[];
  foreign: string[];
  otherKey: Uint8Array;
};

/** Mutated frames of viewers against the page's judgement of each. */
export async function runViewerFrames(world: World, chance: Chance, total: number) {
  const run: Run = {
    world,
    chance,
    tally: {},
    given: new Map(),
    ids: [],
    foreign: [],
    otherKey: new Uint8Array(32).fill(7),
  };
  const faults: string[] = [];
  let sent = 0;
  for (let sockets = 0; sent < total; sockets++) {
    const session = await open(run);
    sent += await converse(run, session, Math.min(total - sent, MAX_FRAMES_OF_A_SOCKET)).catch(
      (error) => {
        if (!(error instanceof FrameFault) || faults.push(error.message) > MAX_FAULTS) throw error;
        console.log(error.message);
        return 1;
      },
    );
    await hangUp(session);
    run.otherKey = session.browser.sessionKey;
    run.foreign = session.sent.slice(-20);
    count(run.tally, "sockets");
    if (sockets % 5 === 0) await world.prove();
    if (sockets % 200 === 0) await world.proveStores();
  }
  await world.prove();
  await world.proveStores();
  return { sent, tally: run.tally, faults };
}

async function open({ world, chance }: Run): Promise<Session> {
  const { owner, full, monitor } = world.people;
  const person = chance.oneOf([owner, owner, full, monitor]);
  const door = await openViewer(person, BETA, world.clock.now());
  return { ...door, person, inRow: 0, sent: [], ticketUsed: false };
}

async function hangUp({ socket }: Session): Promise<void> {
  if (socket.ended) return;
  socket.close();
  for (;;) if ("closed" in (await socket.next())) return;
}

/** Returns how many mutated frames were sent. */
async function converse(run: Run, session: Session, most: number): Promise<number> {
  const { world, chance } = run;
  const login = { cmd: 272, tag: "login", body: { ticket: session.ticket } };
  let sent = 0;
  let welcomed = false;
  if (chance.happens(0.4)) {
    sent += 1;
    const key = { key: session.browser.publicKey };
    const asked = chance.happens(0.8)
      ? login
      : makeRequest(chance, "early", run.ids, world.clock.now());
    const frame = await mutateSealed(chance, asked, sealOf(run, session), world.clock.now(), key);
    welcomed = await sayFirst(run, session, frame);
    if (session.socket.ended) return sent;
  }
  if (!welcomed) {
    const good = { ...login, body: JSON.stringify(login.body) };
    const frame = await sealFrame(sealOf(run, session), good, { key: session.browser.publicKey });
    if (!(await sayFirst(run, session, frame))) return sent;
  }
  const hibernateAt = chance.happens(0.05) ? chance.below(most) : -1;
  for (; sent < most; sent++) {
    if (sent === hibernateAt) await world.hibernate(BETA);
    const now = world.clock.forward(300);
    if (chance.happens(0.35)) {
      const { cmd, tag, body } = makeRequest(chance, `v-${sent}`, run.ids, now);
      await say(
        run,
        session,
        await sealFrame(sealOf(run, session), { cmd, tag, body: JSON.stringify(body) }),
      );
      if (session.socket.ended) return sent;
    }
    const asked = makeRequest(chance, `m-${sent}`, run.ids, now);
    await say(run, session, await mutateSealed(chance, asked, sealOf(run, session), now));
    if (session.socket.ended) return sent + 1;
  }
  return sent;
}

function sealOf({ foreign, otherKey }: Run, { uuid, browser, sent }: Session) {
  return { uuid, sessionKey: browser.sessionKey, own: sent, foreign, otherKey };
}

/** The first frame of a socket. Whether it was a login that was taken. */
async function sayFirst(run: Run, session: Session, frame: string | ArrayBuffer): Promise<boolean> {
  const { socket, browser, uuid, ticket, ticketUsed } = session;
  const allowed = await judgeLogin(frame, {
    uuid,
    ticket,
    isUsed: ticketUsed,
    open: async (key, tag, data) =>
      key === browser.publicKey ? openSealed(browser.sessionKey, `272\n${tag}`, data) : null,
  });
  socket.send(frame);
  const received = await listen(session, false);
  const { answer } = received;
  try {
    if (answer === "heartbeat") {
      if (!allowed.heartbeat) throw new Error("no heartbeat");
      count(run.tally, "first: heartbeat");
      return false;
    }
    if (answer !== null && (answer.cmd !== 273 || answer.body.status === undefined))
      throw new Error("not a 273");
    const status = answer?.body.status;
    count(run.tally, `login ${status ?? "closed unanswered"}`);
    if (status === 200) {
      if (!allowed.welcomed || answer?.body.role !== session.person.role)
        throw new Error("welcomed");
      session.ticketUsed = true;
      if (typeof frame === "string") session.sent.push(frame);
      return true;
    }
    if (status === undefined ? !allowed.unanswered : !allowed.statuses.includes(status as number))
      throw new Error("not what the page says");
    const closed = received.closed ?? (await nextClose(session));
    if (closed !== 4401) throw new Error(`closed with ${closed}`);
    return false;
  } catch (error) {
    throw new FrameFault(frame, received, allowed, error);
  }
}

async function say(run: Run, session: Session, frame: string | ArrayBuffer): Promise<void> {
  const { socket, browser, uuid, person } = session;
  const allowed = await judgeViewerFrame(frame, {
    uuid,
    role: person.role,
    open: (cmd, tag, data) => openSealed(browser.sessionKey, `${cmd}\n${tag}`, data),
    isForeign: (commandId) => (run.given.get(commandId)?.person ?? person.id) !== person.id,
  });
  let received: Received = { answer: null, closed: null, fenced: false };
  socket.send(frame);
  try {
    received = await listen(session, allowed.silent);
    await follow(run, session, allowed, received);
    run.world.expectClean();
  } catch (error) {
    throw new FrameFault(frame, received, allowed, error);
  }
  if (typeof frame === "string" && session.sent.length < 20) session.sent.push(frame);
  // The platform answers the constant text itself, by the real clock: another spelling breaks the row by that of the run.
  if (frame === HEARTBEAT && !socket.ended) await say(run, session, BEAT);
}

/** The answer to a frame, among what is pushed. */
async function listen({ socket, browser }: Session, mayBeSilent: boolean): Promise<Received> {
  if (mayBeSilent) socket.send(BEAT);
  let answer: Received["answer"] = null;
  for (;;) {
    const arrived = await socket.next();
    if ("closed" in arrived) {
      if (arrived.reason !== "") throw new Error(`closed because of ${arrived.reason}`);
      return { answer, closed: arrived.closed, fenced: false };
    }
    if (arrived.text === HEARTBEAT_ANSWER) {
      if (mayBeSilent) return { answer, closed: null, fenced: true };
      return { answer: "heartbeat", closed: null, fenced: false };
    }
    const message = browser.read(arrived.text);
    if (message.tag === "" && PUSHES.includes(message.cmd)) continue;
    if (answer !== null) throw new Error("two answers");
    answer = message;
    if (!mayBeSilent) return { answer, closed: null, fenced: false };
  }
}

async function follow(run: Run, session: Session, allowed: ViewerAllowed, received: Received) {
  const { answer, closed, fenced } = received;
  if (answer === "heartbeat" || answer === null) {
    if (answer === null ? !allowed.silent : !allowed.heartbeat)
      throw new Error("not what the page says");
    count(run.tally, answer === null ? "taken without an answer" : "heartbeat");
    session.inRow = 0;
  } else if (answer.cmd === 511) {
    followRefusal(run, session, allowed, answer);
    if (session.inRow === IN_A_ROW) {
      if ((closed ?? (await nextClose(session))) !== 4400) throw new Error("not closed with 4400");
      return count(run.tally, "closed 4400");
    }
  } else {
    const { cmd, tag } = allowed.answer ?? {};
    if (answer.cmd !== cmd || answer.tag !== tag) throw new Error("not what the page says");
    expectAnswer(answer, allowed, run.given, session.person);
    for (const { commandId } of allowed.given) run.ids.push(commandId);
    if (run.ids.length > 200) run.ids.splice(0, 100);
    count(run.tally, `answered ${answer.cmd}`);
    session.inRow = 0;
  }
  if (closed !== null) throw new Error(`closed with ${closed}`);
  if (fenced) session.inRow = 0;
}

/** A request that is not allowed or too much is a valid frame all the same. */
function followRefusal(run: Run, session: Session, allowed: ViewerAllowed, answer: Answer): void {
  const { status, ...rest } = answer.body;
  if (Object.keys(rest).length > 0) throw new Error("a 511 says more than it should");
  count(run.tally, `refused ${status}`);
  const tags: Record<number, readonly (string | null)[]> = {
    400: allowed.refusedWith,
    403: [allowed.forbiddenWith],
    429: [allowed.tooMuchWith],
  };
  if (!tags[status as number]?.includes(answer.tag)) throw new Error("refused otherwise");
  session.inRow = status === 400 ? session.inRow + 1 : 0;
}

async function nextClose({ socket }: Session): Promise<number> {
  const arrived = await socket.next();
  if ("closed" in arrived && arrived.reason === "") return arrived.closed;
  throw new Error(`not closed, but ${JSON.stringify(arrived)}`);
}
