import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { uploadRoom } from "#workers/take-upload.ts";
import { ORIGIN, signIn } from "../support/call-api.ts";
import { HOSTILE_FILE_NAMES } from "../support/hostile-file-names.ts";
import { makePng } from "../support/picture-files.ts";
import { seedUsers } from "../support/seed-users.ts";
import { streamUpload } from "../support/stream-upload.ts";

const LARGE = 100_000_000;
/** A body is read so far for its connection's sake. */
const MAX_READ = 33_554_432;
const MAX_HELD = 10 * 1_048_576;

/** Wherever a picture is sent, or put in its place. */
const PLACES = [
  "/api/basic/v2/upload/image",
  "/api/user/v2/updateHeader",
  "/api/user/v2/updateBanner",
  "/api/site/v2/updateBanner",
  "/api/site/v2/gallery/add",
  "/api/help/v2/feedback/submit",
  "/banner",
  "/feedback",
  "/user",
  "/settings/appearance",
];

let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("administrator");
});

/** All rows of what a picture may be on record in, and all that is in the store. */
async function readAllKept(): Promise<string> {
  const tables = ["files", "users", "sites", "gallery_images"];
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  const { objects } = await env.FILES.list({ include: ["customMetadata", "httpMetadata"] });
  return JSON.stringify([rows.map(({ results }) => results), objects]);
}

test("nothing of a body of 100 MB is kept anywhere, whatever size it declares", async () => {
  const before = await readAllKept();
  const cookie = { Cookie: `${sessionCookie(true)}=${token}`, Origin: ORIGIN };
  for (const path of PLACES)
    for (const said of [{}, { "Content-Length": `${LARGE}` }, { "Content-Length": "2048" }]) {
      const { answer, seen } = streamUpload({ ...cookie, ...said }, LARGE, path);
      const response = await answer;
      expect([response.status, await response.json()], path).toMatchObject([413, { code: 413 }]);
      expect(seen.sent).toBeLessThan(MAX_READ + 200_000);
      expect(seen.held).toBeLessThanOrEqual(MAX_HELD);
      expect(uploadRoom.held).toBe(0);
    }
  expect(await readAllKept()).toBe(before);
});

/** As a client would that escapes nothing. */
async function uploadNamed(name: string, parameter: string): Promise<Response> {
  const head = `Content-Disposition: form-data; name="file"; ${parameter}="${name}"`;
  return exports.default.fetch(`${ORIGIN}/api/basic/v2/upload/image`, {
    method: "POST",
    headers: { Authorization: token, "Content-Type": "multipart/form-data; boundary=x" },
    body: Buffer.concat([
      Buffer.from(`--x\r\n${head}\r\nContent-Type: text/html\r\n\r\n`),
      makePng(8, 8),
      Buffer.from("\r\n--x--\r\n"),
    ]),
  });
}

test("no name of a file is kept, nor anything that it would lead to", async () => {
  for (const name of HOSTILE_FILE_NAMES) {
    const response = await uploadNamed(name, "filename");
    const { data } = (await response.json()) as { data: string };
    // What ends the header's line is no part of a name: the file goes without one, or is none.
    expect([200, 400, 422], name).toContain(response.status);
    if (response.status === 200) expect(data, name).toMatch(/^\/files\/[\w-]{22}$/);
  }
  const kept = await readAllKept();
  for (const name of HOSTILE_FILE_NAMES) {
    const reported = JSON.stringify(name).slice(1, -1);
    expect(kept.includes(reported), name).toBe(false);
  }
  const { objects } = await env.FILES.list({ include: ["customMetadata", "httpMetadata"] });
  for (const { key, httpMetadata, customMetadata } of objects)
    expect([key, httpMetadata, customMetadata]).toEqual([
      expect.stringMatching(/^[\w-]{22}$/),
      { contentType: "image/png" },
      {},
    ]);
});
