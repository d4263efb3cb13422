import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { uploadRoom } from "#workers/take-upload.ts";
import { callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { makePng } from "../support/picture-files.ts";
import { seedUsers } from "../support/seed-users.ts";
import { streamUpload } from "../support/stream-upload.ts";
import { upload } from "../support/upload.ts";

const LARGE = 10 * 1_048_576 - 1_024;
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("full");
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(uploadRoom.held).toBe(0);
});

const send = (headers: Record<string, string>, size = LARGE) => streamUpload(headers, size);

test("an upload without permission is read to its end and not kept", async () => {
  const ended = await signIn("full");
  await callAs(ended, "/auth/v2/logout", {});
  const sealed = { kid: "a", key: "b", datetime: `${Date.now()}` };
  const read = await callAs(token, "/user/v2/token/add", { name: "a", scope: "read", days: 1 });
  const scoped = (read.body.data as { token: string }).token;
  const enter = vi.spyOn(uploadRoom, "enter");
  for (const [headers, status] of [
    [{}, 401],
    [sealed, 401],
    [{ Authorization: "unknown" }, 401],
    [{ Authorization: "x".repeat(43) }, 401],
    [{ Authorization: ended }, 401],
    // The cookie counts on requests of our own pages alone.
    [{ Cookie: `${sessionCookie(true)}=${token}` }, 401],
    [{ Authorization: await signIn("demo") }, 403],
    [{ Authorization: scoped }, 403],
  ] as const) {
    const { answer, seen } = send(headers);
    const response = await answer;
    expect([response.status, seen]).toEqual([status, { sent: LARGE, held: 0 }]);
    expect(await response.json()).toMatchObject({ code: status });
  }
  expect(enter).not.toHaveBeenCalled();
});

test("an upload of a signed-in user is kept until it is answered, by header and by cookie", async () => {
  const cookie = { Cookie: `${sessionCookie(true)}=${token}`, "Sec-Fetch-Site": "same-origin" };
  for (const headers of [{ Authorization: token }, cookie]) {
    const { answer, seen } = send(headers);
    const response = await answer;
    expect([response.status, seen.sent]).toEqual([200, LARGE]);
    // Looked at with each chunk: the last ones have not been counted then.
    expect(seen.held).toBeGreaterThan(LARGE - 3 * 65_536);
    expect(seen.held).toBeLessThanOrEqual(LARGE);
    expect(await response.json()).toMatchObject({ data: expect.stringMatching(/^\/files\//) });
    expect(uploadRoom.held).toBe(0);
  }
});

test("held uploads of which little has arrived keep no other one waiting", async () => {
  let release = () => {};
  const later = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = await Promise.all(
    ["owner", "monitor", "administrator"].map(async (who) => {
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => controller.enqueue(new Uint8Array(1_024)),
          pull: (controller) => later.then(() => controller.close()),
        },
        { highWaterMark: 0 },
      );
      const headers = {
        Authorization: await signIn(who as "owner"),
        "Content-Length": `${LARGE}`,
        "Content-Type": "multipart/form-data; boundary=x",
      };
      const request = new Request(`${ORIGIN}/api/basic/v2/upload/image`, {
        method: "POST",
        headers,
        body,
      });
      return { answer: Promise.resolve(server.fetch(request, env)) };
    }),
  );
  await vi.waitFor(() => expect(uploadRoom.held).toBe(3 * 1_024));
  const pause = vi.spyOn(scheduler, "wait");
  expect((await send({ Authorization: token }).answer).status).toBe(200);
  expect(pause.mock.calls.filter(([ms]) => ms === 100)).toEqual([]);
  release();
  expect((await Promise.all(held.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
    [400, 400, 400],
  );
});

test("concurrent uploads take turns, one at a time per user, within the memory limit", async () => {
  const others = [await signIn("owner"), await signIn("monitor"), await signIn("administrator")];
  const sent = [token, token, ...others].map((who) => send({ Authorization: who }, 3_000_000));
  const answers = await Promise.all(sent.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const { seen } of sent) expect(seen.held).toBeLessThanOrEqual(20 * 1_048_576);
  const small = await Promise.all(Array.from({ length: 8 }, () => upload(token, makePng(8, 8))));
  expect(small.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test("if the room is full or the sender too slow, the upload is to be repeated", async () => {
  vi.spyOn(uploadRoom, "enter").mockResolvedValueOnce(null);
  const refused = send({ Authorization: token });
  const response = await refused.answer;
  expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "10"]);
  expect(refused.seen).toEqual({ sent: LARGE, held: 0 });

  vi.spyOn(contextOf(env), "pause").mockResolvedValueOnce(undefined);
  const slow = send({ Authorization: token });
  expect((await slow.answer).status).toBe(429);
  expect(slow.seen.sent).toBe(LARGE);
  expect((await send({ Authorization: token }, 4_096).answer).status).toBe(200);
});

test("an upload that is too large is refused at its declared size, else at the limit", async () => {
  const size = 11 * 1_048_576;
  const said = send({ Authorization: token, "Content-Length": `${size}` }, size);
  expect([(await said.answer).status, said.seen]).toEqual([413, { sent: size, held: 0 }]);
  const unsaid = send({ Authorization: token }, size);
  expect([(await unsaid.answer).status, unsaid.seen.sent]).toEqual([413, size]);
  // The API's own answer comes after the room has been given back.
  const wrong = send({ Authorization: token, "Content-Type": "a/b" }, 4_096);
  expect((await wrong.answer).status).toBe(400);
});

test("an interrupted upload frees its room", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error("gone"));
    },
  });
  const headers = { Authorization: token, "Content-Type": "multipart/form-data; boundary=x" };
  const request = new Request(`${ORIGIN}/api/basic/v2/upload/image`, {
    method: "POST",
    headers,
    body,
  });
  expect((await server.fetch(request, env)).status).toBe(500);
  expect(uploadRoom.held).toBe(0);
});
