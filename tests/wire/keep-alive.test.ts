import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
}, 240_000);
afterAll(() => server?.stop());

type RequestSpec = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  bytes?: number;
  /** Without a declared length. */
  chunked?: boolean;
};
type Answered = { status: number; reused: boolean };

/** Asks on the agent's one connection. @throws the error of a connection that was cut off */
function ask(agent: Agent, { method = "POST", path, headers, bytes = 0, chunked }: RequestSpec) {
  const length = chunked ? {} : { "Content-Length": String(bytes) };
  return new Promise<Answered>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, {
      agent,
      method,
      headers: { ...(bytes > 0 ? length : {}), ...headers },
    });
    sent.on("response", (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, reused: sent.reusedSocket }),
      );
    });
    sent.on("error", reject);
    sent.end(Buffer.alloc(bytes, "x"));
  });
}

/** The runtime closes a connection 5 s after its last answer. */
const IDLE_MS = 5_500;
const MIB = 1_048_576;
const LIST = "/api/site/v2/getSiteById";
const unread: [number, RequestSpec][] = [
  [404, { path: "/api/unknown", bytes: 50 }],
  [404, { path: "/api/unknown", bytes: 700_000 }],
  [404, { path: "/api/unknown", bytes: 700_000, chunked: true }],
  [404, { method: "PUT", path: "/api/auth/v2/login", bytes: 50 }],
  [404, { method: "GET", path: "/api/auth/v2/login", bytes: 50 }],
  [413, { path: LIST, bytes: 2 * MIB }],
  [413, { path: LIST, bytes: 2 * MIB, chunked: true }],
  [413, { path: LIST, bytes: 20 * MIB }],
  [400, { path: LIST, bytes: 50 }],
  [404, { path: "/ws/logger", bytes: 50 }],
  [400, { method: "GET", path: "/ws/logger", bytes: 50 }],
  [403, { path: "/login", bytes: 700_000, headers: { Origin: "https://evil.test" } }],
  [302, { path: "/logout", bytes: 700_000 }],
  [405, { path: "/chart/statecurve", bytes: 700_000 }],
  [200, { method: "GET", path: "/login", bytes: 50 }],
  [405, { path: "/no/such/page", bytes: 50 }],
];

test("the database answers a process that was busy for longer than connections stay open", async () => {
  const { database } = server.runtime;
  const query = database.prepare("select 1 as one");
  await query.first();
  // Nothing else runs in this thread meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, IDLE_MS);
  expect(await query.first("one")).toBe(1);
  await query.first();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, IDLE_MS);
  const answers = await database.batch([query, database.prepare("select ? as two").bind(2)]);
  expect(answers.map(({ results }) => results)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});

test.each(unread)(
  "after a %i of %j the connection takes the next request",
  async (status, asked) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (const reused of [false, true, true]) {
        expect(await ask(agent, asked)).toEqual({ status, reused });
        expect(await ask(agent, { method: "GET", path: "/api" })).toEqual({
          status: 404,
          reused: true,
        });
      }
    } finally {
      agent.destroy();
    }
  },
);
