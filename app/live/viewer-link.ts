import { PROBLEM_STATUS } from "#domain/problem.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { askTicket, type Ticket, type WatchedSite } from "./ask-ticket.ts";
import type { Connection } from "./live-site.ts";
import type { LiveStore } from "./live-store.ts";
import { readWelcome, statusOf } from "./parse-push.ts";
import { browserId, randomUuid } from "./random-uuid.ts";
import { receiveAnswer, receivePush, refuseSite, welcomeSite } from "./receive.ts";
import { openSealedSocket, type SealedSocket } from "./sealed-socket.ts";
import {
  IDLE_SESSION,
  nextMoment,
  type SessionEvent,
  type SessionState,
  step,
} from "./session-machine.ts";

export type ViewerLink = {
  connect(): void;
  checkConnection(): void;
  control(address: string, value: RegisterValue): void;
  leave(): void;
};

/** Connects the session machine of one site to socket, timers and store until the page leaves the site. */
export function linkViewer(site: WatchedSite, language: string, store: LiveStore): ViewerLink {
  const left = new AbortController();
  const uuid = browserId();
  let state: SessionState = IDLE_SESSION;
  let socket: SealedSocket | null = null;
  let ticket: Ticket | null = null;
  let asking = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function happen(event: SessionEvent): void {
    if (left.signal.aborted) return;
    const next = step(state, event, Date.now(), Math.random());
    state = next.state;
    for (const effect of next.effects) perform[effect]();
    const moment = nextMoment(state);
    clearTimeout(timer);
    if (moment !== null)
      timer = setTimeout(() => happen({ kind: "timeout" }), Math.max(0, moment - Date.now()));
    store.update((site) =>
      isSame(site.connection, state) ? site : { ...site, connection: describe(state) },
    );
  }

  const perform = {
    dropSocket() {
      socket?.drop();
      socket = null;
      store.update((site) => {
        const { asked } = site;
        return asked?.state === "asking" ? { ...site, asked: { ...asked, state: "lost" } } : site;
      });
    },
    async askTicket() {
      asking += 1;
      const asked = asking;
      const answer = await askTicket(site, { uuid, language }, left.signal);
      if (asked !== asking) return;
      if ("refused" in answer) return happen({ kind: "ticketRefused", status: answer.refused });
      ticket = answer;
      happen({ kind: "ticketGiven" });
    },
    openSocket() {
      if (ticket === null) return;
      socket = openSealedSocket(
        ticket,
        { uuid, language },
        {
          onOpen: () => happen({ kind: "opened" }),
          onHeartbeat: () => happen({ kind: "heartbeatAnswered" }),
          onMessage: onFrame,
          onClose: (code) => happen({ kind: "closed", code }),
        },
      );
      ticket = null;
    },
    sendLogin: () => socket?.login(randomUuid()),
    sendHeartbeat: () => socket?.beat(),
    acknowledge: () => socket?.send(COMMAND.realDataUpdateAnswer, "", {}),
  };

  function onFrame(cmd: number, tag: string, body: unknown): void {
    if (cmd === COMMAND.loginAnswer) {
      onLoginAnswer(body);
    } else if (tag !== "") {
      store.update((site) => receiveAnswer(site, cmd, tag, body));
    } else {
      store.update((site) => receivePush(site, cmd, body));
      if (cmd === COMMAND.realDataUpdate) happen({ kind: "valuesPushed" });
    }
  }

  function onLoginAnswer(body: unknown): void {
    const welcome = readWelcome(body);
    if (welcome !== null) {
      store.update((site) => welcomeSite(site, welcome, Date.now()));
      happen({ kind: "welcomed", jitterMs: welcome.reconnectJitterMs });
      return;
    }
    if (statusOf(body) !== PROBLEM_STATUS.notSignedIn) store.update(refuseSite);
    happen({ kind: "loginRefused" });
  }

  return {
    connect: () => happen({ kind: "connect" }),
    checkConnection: () => happen({ kind: "visibilityRegained" }),
    control(address, value) {
      const commandId = randomUuid();
      const sent = socket?.send(COMMAND.control, commandId, { commandId, address, value }) ?? false;
      const asked = { commandId, address, value, state: sent ? "asking" : "lost" } as const;
      store.update((site) => ({ ...site, asked }));
    },
    leave() {
      left.abort();
      clearTimeout(timer);
      socket?.drop();
    },
  };
}

function describe({ phase, attempt, cause, until, end }: SessionState): Connection {
  if (phase === "live") return { kind: "live" };
  if (phase === "ended") return { kind: "ended", reason: end ?? "signedOut" };
  if (attempt === 0) return { kind: "connecting" };
  return { kind: "reconnecting", attempt, cause, until: phase === "waiting" ? until : null };
}

function isSame(connection: Connection, state: SessionState): boolean {
  const other = describe(state);
  return JSON.stringify(connection) === JSON.stringify(other);
}
