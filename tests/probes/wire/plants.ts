/** A piece of source text of one module, and what stands there instead while the fault is planted. */
export type Piece = {
  module: string;
  find: string;
  put: string;
  /** An expression is chosen by a condition, whole statements by a branch. */
  as: "expression" | "statement";
};
type PlantedFault = { name: string; what: string; pieces: readonly Piece[] };

const ROOM = "durable-objects/site";

function fault(
  name: string,
  what: string,
  module: string,
  as: Piece["as"],
  find: string,
  put: string,
): PlantedFault {
  return { name, what, pieces: [{ module, find, put, as }] };
}

/** Faults that the run must find, each in another place of the product. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  fault(
    "early-acknowledgement",
    "a batch is acknowledged before it is written",
    `${ROOM}/series/series-store.ts`,
    "statement",
    "this.#rows.saveBuffer(this.#buffer.row);",
    "if (this.#buffer.batches % 3 !== 0) this.#rows.saveBuffer(this.#buffer.row);",
  ),
  fault(
    "no-merge",
    "of two values for one register and instant the later one stands",
    `${ROOM}/series/sample-set.ts`,
    "expression",
    "mergeValues(channel.values[last] ?? null, value)",
    "value",
  ),
  {
    name: "no-command-key",
    what: "a command id that is known gives a new command",
    pieces: [
      {
        module: `${ROOM}/commands/command-queue.ts`,
        as: "expression",
        find: "order.items.filter((_, index) => held[index] === null)",
        put: "order.items",
      },
      {
        module: `${ROOM}/commands/command-store.ts`,
        as: "expression",
        find: "`INSERT INTO commands (command_id, person, session, rights_version, batch, state, wants_read_back, ended_at, due,\n         held_due, tracked)\n       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`",
        put: "`INSERT OR REPLACE INTO commands (command_id, person, session, rights_version, batch, state, wants_read_back, ended_at, due, held_due, tracked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`",
      },
    ],
  },
  fault(
    "others-commands",
    "a viewer who repeats another user's command id gets its record",
    `${ROOM}/commands/command-queue.ts`,
    "expression",
    "command !== null && command.person !== issuer.person",
    "false",
  ),
  fault(
    "timer-not-set",
    "the timer of the commands is not set anew",
    `${ROOM}/commands/command-queue.ts`,
    "expression",
    "timers.set(COMMANDS_TIMER, due)",
    "undefined",
  ),
  fault(
    "lock-not-freed",
    "after an answer nothing that waited for its address is sent",
    `${ROOM}/commands/command-queue.ts`,
    "statement",
    `this.#conclude(answers.map(({ command, event }) => this.#advance(command, event)));
    this.#proceed();`,
    "this.#conclude(answers.map(({ command, event }) => this.#advance(command, event)));",
  ),
  fault(
    "no-lock",
    "a command does not wait for the one under way at its address",
    `${ROOM}/commands/command-frames.ts`,
    "expression",
    "!addresses.some((address) => taken.has(address))",
    "true",
  ),
  fault(
    "no-comparison",
    "a read-back is not compared",
    "domain/commands/advance-command.ts",
    "expression",
    "equalWithin(command.precision, command.record.value, value)",
    "true",
  ),
  fault(
    "sent-late",
    "a queued command is sent after it expired",
    "domain/commands/advance-command.ts",
    "expression",
    'now >= command.record.expires || event.kind === "rightEnded" || command.revoked',
    'event.kind === "rightEnded" || command.revoked',
  ),
  fault(
    "repeated-once",
    "a command without repeat is sent again to a logger that comes back",
    "domain/commands/advance-command.ts",
    "expression",
    "command.once || command.revoked || now >= command.record.expires",
    "command.revoked || now >= command.record.expires",
  ),
  fault(
    "not-sent-again",
    "what a logger never answered does not go to it again",
    `${ROOM}/commands/command-queue.ts`,
    "statement",
    'for (const group of groupCommands(sent)) this.#sendGroup(group, { kind: "reconnected" });',
    ";",
  ),
  fault(
    "read-back-lost",
    "a query for a read-back that was lost with its connection is not repeated",
    `${ROOM}/commands/command-store.ts`,
    "expression",
    "`WHERE wants_read_back = 1 ORDER BY sequence`",
    "`WHERE wants_read_back = 1 AND query IS NULL ORDER BY sequence`",
  ),
  fault(
    "right-goes-on",
    "sockets of a right that ended stay open",
    `${ROOM}/viewers/viewer-sessions.ts`,
    "statement",
    "if (isTheirs) this.#close(viewer, CLOSE.rightEnded);",
    ";",
  ),
  fault(
    "access-kept",
    "a key of a right that ended still opens a socket",
    `${ROOM}/viewers/viewer-sessions.ts`,
    "expression",
    "revocations.hasEnded(stamp)",
    "false",
  ),
  fault(
    "old-logger-stays",
    "a logger that was taken over is not closed",
    `${ROOM}/logger-link.ts`,
    "statement",
    'connection.end(CLOSE.takenOver, "taken over by a newer connection");',
    ";",
  ),
  fault(
    "logger-lost",
    "hibernation loses the logger's socket",
    `${ROOM}/logger-connection.ts`,
    "expression",
    'data.conversation.step !== "ended"',
    "false",
  ),
  fault(
    "viewer-lost",
    "hibernation loses the viewers' sockets",
    `${ROOM}/viewers/viewer-sockets.ts`,
    "expression",
    "!state.closed",
    "false",
  ),
  fault(
    "loss-unnoticed",
    "an eviction that closed the logger's socket is not noticed",
    `${ROOM}/site-object.ts`,
    "statement",
    `// An eviction that closed the logger's socket sent no close event.
      this.#components.liveness.updateLiveness();`,
    ";",
  ),
  fault(
    "never-held-back",
    "a viewer who does not read is sent values without end",
    `${ROOM}/viewers/value-pushes.ts`,
    "statement",
    `if (isHolding(viewer.state)) this.#hold(viewer, values.keys());
        else this.#send(viewer, frame);`,
    "this.#send(viewer, frame);",
  ),
  fault(
    "share-reveals-device",
    "a share session receives what identifies the device",
    `${ROOM}/viewers/value-pushes.ts`,
    "expression",
    "([address, value]) => !isHiddenValue(equipment, address, value)",
    "() => true",
  ),
  fault(
    "errors-stay",
    "what was active and is not in the list of a connect stays active",
    `${ROOM}/errors/known-event.ts`,
    "expression",
    'event.state === "cleared" ? event : { ...event, state: "cleared", at: through }',
    "event",
  ),
  fault(
    "late-raise",
    "an event that a connect's list replaced comes back when it is sent again",
    `${ROOM}/errors/known-event.ts`,
    "expression",
    "at <= replacedThrough",
    "false",
  ),
  fault(
    "delivery-lost",
    "a status that the queue did not take counts as delivered",
    `${ROOM}/event-delivery.ts`,
    "expression",
    "{ event, putAt, attempts: attempts + 1, due: this.#clock.now() + backoff(attempts) }",
    "{ event, putAt, attempts, due: null }",
  ),
  fault(
    "status-not-sent",
    "a status of a piece of equipment is stored and not sent",
    `${ROOM}/logger-effect-handler.ts`,
    "statement",
    "this.#publishStatus([...changed]);",
    ";",
  ),
  fault(
    "polls-trusted",
    "one poll is trusted to be followed by others, so that no timer is set for a silence",
    `${ROOM}/liveness.ts`,
    "expression",
    "now < nextPoll + POLL_LATE_MS && nextPoll <= timeoutAt(socket)",
    // Not for ever: a look that is due in the past would be due again at once.
    "now < polledAt + POLLED_CHECK_MS",
  ),
];
