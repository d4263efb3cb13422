import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { SiteObject } from "#durable-objects/site/site-object.ts";
import type { SiteMessage } from "#protocol/site-rpc.ts";
import { type Counts, mapCounts } from "#tools/cost/counts.ts";
import { productionQueue, queueBytes } from "../support/production-queue.ts";

/** A queue's KB is 1,000 bytes, 64 of them one operation. */
const OPERATION_BYTES = 64_000;
/** Written, read, deleted. */
const OPERATIONS_A_MESSAGE = 3;

type Answer = { meta?: { rows_read?: number; rows_written?: number } };

/** What is written and read, whichever object, Worker or query of this isolate does it. */
export type MeterCount = {
  readonly counts: Counts;
  /** Calls of a handler of an object: something kept it awake. */
  handled: number;
  /** When the object's alarm rings, as it was set last, ms UTC. */
  alarmAt: number | null;
  /** Messages to the queue that no consumer has taken. */
  readonly queued: unknown[];
  /** The last heartbeat of each side, which the platform answered; it remembers them by the real clock. */
  readonly heartbeatAt: { logger: number | null; viewer: number | null };
};

/** @param stub any object: it lends its prototypes */
export async function countMeters(stub: DurableObjectStub): Promise<MeterCount> {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const count: MeterCount = {
    counts: mapCounts(() => 0),
    handled: 0,
    alarmAt: null,
    queued: [],
    heartbeatAt: { logger: null, viewer: null },
  };
  await runInDurableObject(stub, (_, state) => spyOnObject(state, count, cursors));
  // Within the handler: what a cursor has counted can be asked for only where it was made.
  spyOnHandlers(count, () => {
    for (const cursor of cursors.splice(0)) {
      count.counts.objectRowsRead += cursor.rowsRead;
      count.counts.objectRowsWritten += cursor.rowsWritten;
    }
  });
  spyOnDatabase(count);
  spyOnQueue(count);
  spyOnFiles(count);
  return count;
}

function spyOnQueue({ counts, queued }: MeterCount): void {
  const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
  const double = productionQueue((body) => {
    queued.push(body);
    const operations = OPERATIONS_A_MESSAGE * Math.ceil(queueBytes(body) / OPERATION_BYTES);
    const isRound = (body as SiteMessage).kind === "round";
    counts[isRound ? "batchOperations" : "queueOperations"] += operations;
  });
  vi.spyOn(queue, "send").mockImplementation(double.send);
  vi.spyOn(queue, "sendBatch").mockImplementation(double.sendBatch);
}

/** Deleting is free. */
function spyOnFiles({ counts }: MeterCount): void {
  const bucket = Object.getPrototypeOf(env.FILES) as Record<
    string,
    (...given: unknown[]) => unknown
  >;
  const meters = {
    put: "filesWritten",
    list: "filesWritten",
    get: "filesRead",
    head: "filesRead",
  } as const;
  for (const [name, meter] of Object.entries(meters)) {
    const call = bucket[name];
    if (call === undefined) throw new Error(`a bucket has no ${name}`);
    vi.spyOn(bucket, name).mockImplementation(function (this: unknown, ...given) {
      counts[meter] += 1;
      return call.apply(this, given);
    });
  }
}

function spyOnObject(
  state: DurableObjectState,
  count: MeterCount,
  cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[],
): void {
  const { counts } = count;
  const sql = Object.getPrototypeOf(state.storage.sql) as SqlStorage;
  const { exec } = sql;
  vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given) {
    const cursor = exec.apply(this, given);
    cursors.push(cursor);
    return cursor;
  });
  const storage = Object.getPrototypeOf(state.storage) as DurableObjectStorage;
  const { setAlarm, getAlarm } = storage;
  vi.spyOn(storage, "setAlarm").mockImplementation(function (this: DurableObjectStorage, at) {
    counts.alarmsSet += 1;
    count.alarmAt = Number(at);
    return setAlarm.call(this, at);
  });
  vi.spyOn(storage, "getAlarm").mockImplementation(function (this: DurableObjectStorage) {
    counts.objectRowsRead += 1;
    return getAlarm.call(this);
  });
  const context = Object.getPrototypeOf(state) as DurableObjectState;
  const { getTags } = context;
  vi.spyOn(context, "getWebSocketAutoResponseTimestamp").mockImplementation(function (
    this: DurableObjectState,
    socket,
  ) {
    const { logger, viewer } = count.heartbeatAt;
    const at = getTags.call(this, socket).includes("logger") ? logger : viewer;
    return at === null ? null : new Date(at);
  });
}

/** What is billed as a request to an object, and as a message. */
const REQUESTS = ["fetch", "alarm", "visit", "endViewers", "unlinkLogger"];
const MESSAGES = ["webSocketMessage"];
const FREE = ["webSocketClose", "webSocketError"];

function spyOnHandlers(count: MeterCount, settle: () => void): void {
  const { counts } = count;
  const handlers = SiteObject.prototype as unknown as Record<
    string,
    (...given: unknown[]) => unknown
  >;
  for (const name of [...REQUESTS, ...MESSAGES, ...FREE]) {
    const handler = handlers[name];
    if (handler === undefined) throw new Error(`a site's object has no ${name}`);
    vi.spyOn(handlers, name).mockImplementation(function (this: unknown, ...given) {
      count.handled += 1;
      if (REQUESTS.includes(name)) counts.objectRequests += 1;
      if (MESSAGES.includes(name)) counts.objectMessages += 1;
      if (name === "visit") counts.polls += 1;
      try {
        return handler.apply(this, given);
      } finally {
        settle();
      }
    });
  }
}

function spyOnDatabase({ counts }: MeterCount): void {
  type Session = { _send(...given: unknown[]): Promise<Answer | Answer[]> };
  const session = Object.getPrototypeOf(env.DB.withSession()) as Session;
  const send = session._send;
  vi.spyOn(session, "_send").mockImplementation(async function (this: Session, ...given) {
    const answers = await send.apply(this, given);
    for (const { meta } of [answers].flat()) {
      counts.databaseRowsRead += meta?.rows_read ?? 0;
      counts.databaseRowsWritten += meta?.rows_written ?? 0;
    }
    return answers;
  });
}
