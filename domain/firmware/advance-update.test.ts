import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "../units/durations.ts";
import {
  advanceUpdate,
  beginUpdate,
  canFetch,
  canInstall,
  isProvisional,
  provenAt,
  type UpdateEvent,
} from "./advance-update.ts";
import {
  CORRECT_WITHIN_MS,
  HEALTHY_FOR_MS,
  HEALTHY_WITHIN_MS,
  REPORT_WITHIN_MS,
  REPORTED_STATES,
  type TrackedUpdate,
} from "./update.ts";

const record = {
  updateId: "u",
  address: "003311",
  component: "dsp",
  releaseId: 1,
  fromVersion: "1.7.0",
  version: "1.8.0",
  by: "",
};
const conditions = { minSoc: null, whenOff: false };
const begin = (installs = true) =>
  beginUpdate({ record, sha256: "", sequence: 8, installs, conditions }, 0);

type Step = [event: UpdateEvent, at: number];
function run(steps: readonly Step[], from = begin()): TrackedUpdate {
  return steps.reduce((update, [event, at]) => advanceUpdate(update, event, at), from);
}

const installed: Step[] = [
  [{ kind: "sent", isSent: true }, 0],
  [{ kind: "answered", status: 200 }, 1],
  [{ kind: "reported", state: "transferring", progress: 40 }, 2],
  [{ kind: "reported", state: "transferred" }, 3],
  [{ kind: "installSent", id: "i" }, 4],
  [{ kind: "installAnswered", status: 200 }, 5],
  [{ kind: "reported", state: "installing", progress: 10 }, 6],
];
const done: Step = [{ kind: "reported", state: "done" }, 10];
const healthy = (at: number): Step => [{ kind: "checked", isHealthy: true }, at];

test("done is restarting until the new version was healthy for ten minutes", () => {
  const reported = run([...installed, done]);
  expect(reported.record).toMatchObject({ state: "restarting", result: null });
  const seen = run([[{ kind: "connected", version: "1.8.0" }, 20], healthy(20)], reported);
  expect(seen.record.state).toBe("restarting");
  const almost = run([healthy(20 + HEALTHY_FOR_MS - 1)], seen);
  expect(almost.record.state).toBe("restarting");
  const end = run([healthy(20 + HEALTHY_FOR_MS)], almost);
  expect(end.record).toMatchObject({ state: "ended", result: "success", progress: 100 });
});

test("a fault and a connection within the ten minutes begin them again", () => {
  const seen = run([
    ...installed,
    done,
    [{ kind: "connected", version: "1.8.0" }, 20],
    healthy(20),
  ]);
  const faulty = run([[{ kind: "checked", isHealthy: false }, 100], healthy(200)], seen);
  expect(run([healthy(199 + HEALTHY_FOR_MS)], faulty).record.result).toBeNull();
  expect(run([healthy(200 + HEALTHY_FOR_MS)], faulty).record.result).toBe("success");
  const again = run([[{ kind: "connected", version: "1.8.0" }, 300], healthy(300)], seen);
  expect(run([healthy(299 + HEALTHY_FOR_MS)], again).record.result).toBeNull();
});

test("without the new version within thirty minutes the end is unknown", () => {
  const reported = run([...installed, done]);
  const other = run([[{ kind: "connected", version: "1.7.0" }, 20], healthy(20)], reported);
  expect(run([[{ kind: "tick" }, 10 + REPORT_WITHIN_MS - 1]], other).record.result).toBeNull();
  const late = run([[{ kind: "tick" }, 10 + REPORT_WITHIN_MS]], other);
  expect(late.record.result).toBe("unknown");
});

/** An installed update without any further report for half an hour. */
const unknown = () => run([[{ kind: "tick" }, 6 + REPORT_WITHIN_MS]], run(installed));
const LATE = 60 * MINUTE_MS;

test.each(["rolled back", "failed"] as const)(
  "an unknown end is corrected by a late report: %s",
  (state) => {
    expect(unknown().record.result).toBe("unknown");
    const message = "A fault with the new version.";
    const late = run([[{ kind: "reported", state, message }, LATE]], unknown());
    expect(late.record).toMatchObject({ state: "ended", result: state, message, endedAt: LATE });
    expect(run([done, [{ kind: "connected", version: "1.8.0" }, LATE]], late)).toEqual(late);
  },
);

test("an unknown end becomes a success only with the same proofs as ever", () => {
  const reported = run([[{ kind: "reported", state: "done" }, LATE]], unknown());
  expect(reported.record.result).toBe("unknown");
  const seen = run([[{ kind: "connected", version: "1.8.0" }, LATE], healthy(LATE)], reported);
  expect(seen.record.result).toBe("unknown");
  expect(provenAt(seen)).toBe(LATE + HEALTHY_FOR_MS);
  expect(run([healthy(LATE + HEALTHY_FOR_MS)], seen).record.result).toBe("success");
  const faulty = run([[{ kind: "checked", isHealthy: false }, LATE + 1]], seen);
  expect(provenAt(faulty)).toBeNull();
  expect(run([healthy(LATE + HEALTHY_FOR_MS)], faulty).record.result).toBe("unknown");
});

test("nothing corrects an end after a day, or an update that was never requested to be installed", () => {
  const tooLate = run(
    [[{ kind: "reported", state: "rolled back" }, CORRECT_WITHIN_MS + LATE]],
    unknown(),
  );
  expect(tooLate.record.result).toBe("unknown");
  const unasked = run([[{ kind: "tick" }, 5 + REPORT_WITHIN_MS]], run(installed.slice(0, 2)));
  expect(unasked.record.result).toBe("unknown");
  const reported = run(
    [
      [{ kind: "reported", state: "done" }, LATE],
      [{ kind: "connected", version: "1.8.0" }, LATE],
    ],
    unasked,
  );
  expect(run([healthy(LATE), healthy(2 * LATE)], reported).record.result).toBe("unknown");
});

test("equipment that returns to another version within the ten minutes is not updated", () => {
  const seen = run([
    ...installed,
    done,
    [{ kind: "connected", version: "1.8.0" }, 20],
    healthy(20),
    [{ kind: "connected", version: "1.7.0" }, 30],
    healthy(30),
  ]);
  const later = run([healthy(30 + HEALTHY_FOR_MS)], seen);
  expect(later.record.result).toBeNull();
  expect(run([[{ kind: "tick" }, HEALTHY_WITHIN_MS + 30]], later).record.result).toBe("unknown");
});

test("repeated reports do not keep an update open", () => {
  let update = run(installed.slice(0, 2));
  for (let at = 0; at < 25 * 60 * MINUTE_MS; at += 20 * MINUTE_MS)
    update = run(
      [
        [{ kind: "reported", state: "transferring" }, at],
        [{ kind: "tick" }, at],
      ],
      update,
    );
  expect(update.record.result).toBe("unknown");
  update = run(installed);
  for (let at = 10; at < 4 * 60 * MINUTE_MS; at += 20 * MINUTE_MS)
    update = run(
      [
        [{ kind: "reported", state: "restarting" }, at],
        [{ kind: "tick" }, at],
      ],
      update,
    );
  expect(update.record.result).toBe("unknown");
});

test("an installation is withdrawn only before it was requested", () => {
  const withdrawn: Step = [{ kind: "withdrawn", reason: "locked" }, 5];
  expect(run([...installed.slice(0, 4), withdrawn]).record).toMatchObject({
    ...{ state: "ended", result: "withdrawn", reason: "locked" },
  });
  expect(run([...installed, withdrawn]).record.state).toBe("installing");
});

test("a file that was transferred and confirmed, but never requested, was not sent", () => {
  const confirmed = run([...installed.slice(0, 4), [{ kind: "confirmed" }, 5]], begin(false));
  const late = run([[{ kind: "tick" }, 5 + REPORT_WITHIN_MS]], confirmed);
  expect(late.record.result).toBe("not sent");
});

test("the status of a refusal is the reason", () => {
  const refused = run([[{ kind: "answered", status: 426 }, 1]]);
  expect(refused.record).toMatchObject({ result: "refused", reason: "426" });
});

test("a version that is already there before the installation proves nothing", () => {
  const early = run([...installed.slice(0, 4), [{ kind: "connected", version: "1.8.0" }, 3]]);
  expect(early.hasVersion).toBe(false);
});

test("a file waits for its confirmation, and expires without it", () => {
  const waiting = run(installed.slice(0, 4), begin(false));
  expect(canInstall(waiting)).toBe(false);
  expect(canInstall(run([[{ kind: "confirmed" }, 5]], waiting))).toBe(true);
  const tick: Step = [{ kind: "tick" }, 25 * 60 * MINUTE_MS];
  expect(run([tick], waiting).record.result).toBe("not confirmed");
});

test("nothing is installing that was not requested to be installed", () => {
  const transferred = run(installed.slice(0, 4), begin(false));
  for (const state of ["installing", "restarting", "done"] as const)
    expect(run([[{ kind: "reported", state }, 5]], transferred).record.state).toBe("transferred");
});

const event = fc.oneof(
  fc.record({ kind: fc.constant("sent" as const), isSent: fc.boolean() }),
  fc.record({ kind: fc.constant("answered" as const), status: fc.constantFrom(200, 400, 409) }),
  fc.record({ kind: fc.constant("installAnswered" as const), status: fc.constantFrom(200, 500) }),
  fc.record({
    kind: fc.constant("reported" as const),
    state: fc.constantFrom(...REPORTED_STATES),
    progress: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    kind: fc.constant("connected" as const),
    version: fc.constantFrom("1.7.0", "1.8.0", null),
  }),
  fc.record({ kind: fc.constant("checked" as const), isHealthy: fc.boolean() }),
  fc.constant({ kind: "confirmed" as const }),
  fc.constant({ kind: "withdrawn" as const, reason: "locked" }),
  fc.constant({ kind: "tick" as const }),
);

test("in every order of events success has its proof, states only go forward and every update ends", () => {
  const states = ["requested", "transferring", "transferred", "installing", "restarting", "ended"];
  const steps = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 15 * MINUTE_MS })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, fc.boolean(), (given, installs) => {
      let [update, now, provedSince] = [begin(installs), 0, Number.POSITIVE_INFINITY];
      let isReportedDone = false;
      for (const [step, wait] of given) {
        now += wait;
        const before = update;
        update = advanceUpdate(update, step, now);
        if (canInstall(update))
          update = advanceUpdate(update, { kind: "installSent", id: "i" }, now);
        const isOpen = before.record.state !== "ended" || isProvisional(before, now);
        if (isOpen && step.kind === "connected" && before.installId !== null)
          provedSince = step.version === "1.8.0" ? now : Number.POSITIVE_INFINITY;
        if (step.kind === "checked" && !step.isHealthy && provedSince < now) provedSince = now;
        if (isOpen && step.kind === "reported" && step.state === "done") isReportedDone = true;
        if (update.record.result === "success" && before.record.result !== "success") {
          expect(isReportedDone).toBe(true);
          expect(now - provedSince).toBeGreaterThanOrEqual(HEALTHY_FOR_MS);
        }
        const [rank, rankBefore] = [update, before].map((one) => states.indexOf(one.record.state));
        expect(rank).toBeGreaterThanOrEqual(rankBefore ?? 0);
        if (!isOpen) expect(update).toEqual(before);
        if (update.record.state !== "requested" && update.record.state !== "transferring")
          expect(canFetch(update)).toBe(false);
      }
      const end = advanceUpdate(update, { kind: "tick" }, now + 30 * 60 * MINUTE_MS);
      expect(end.record.state).toBe("ended");
    }),
    { numRuns: 500 },
  );
});
