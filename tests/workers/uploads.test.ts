import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readPictureHeader } from "#domain/files/picture.ts";
import problems from "#locales/en/problems.json";
import { callAs, signIn } from "../support/call-api.ts";
import { ANIMATED_GIF, makePng } from "../support/picture-files.ts";
import { seedUsers } from "../support/seed-users.ts";
import { readFileAs, upload } from "../support/upload.ts";

const PATH = /^\/files\/[\w-]{22}$/;
const GONE = [404, { code: 404, message: problems.notFound }];
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("full");
});

async function uploadOne(who = token): Promise<string> {
  return (await upload(who, makePng(20, 20))).data as string;
}

async function answerOf(response: Response): Promise<unknown[]> {
  return [response.status, await response.json()];
}

async function countFiles(): Promise<number[]> {
  const rows = await env.DB.prepare("select count(*) n from files").first<number>("n");
  return [rows ?? 0, (await env.FILES.list()).objects.length];
}

test("an uploaded picture gets a generated name", async () => {
  const picture = makePng(30, 10, { more: { tEXt: Buffer.from("Comment\0secret") } });
  const sent = Buffer.concat([picture, Buffer.from("<script>alert('secret')</script>")]);
  const { status, data } = await upload(token, sent, { name: "../../etc/passwd<script>.html" });
  expect([status, data]).toEqual([200, expect.stringMatching(PATH)]);
  const response = await readFileAs(token, data as string);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "content-disposition": 'inline; filename="picture.png"',
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  const kept = await response.bytes();
  expect(readPictureHeader(kept)).toMatchObject({ type: "image/png", width: 30, height: 10 });
  expect(Buffer.from(kept).includes("secret")).toBe(false);
  const etag = response.headers.get("ETag") ?? "";
  const again = await readFileAs(token, data as string, { "If-None-Match": etag });
  expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
});

test("the type follows from the content, not from name and header", async () => {
  const asHtml = await upload(token, makePng(8, 8), { name: "a.html", type: "text/html" });
  expect(asHtml.status).toBe(200);
  const gif = await upload(token, ANIMATED_GIF, { name: "a.jpg", type: "image/jpeg" });
  const { headers } = await readFileAs(token, gif.data as string);
  expect(headers.get("Content-Type")).toBe("image/png");
});

test("nothing is kept of an upload that is no picture, broken, flooding or too large", async () => {
  const before = await countFiles();
  const text = (content: string) => Buffer.from(content) as Buffer<ArrayBuffer>;
  const png = { type: "image/png" };
  const unprocessable = [
    text("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    text("GIF89a/*<script>*/=alert(1)"),
    text(""),
    makePng(64, 64).subarray(0, 60),
  ];
  for (const bytes of unprocessable)
    expect(await upload(token, bytes, png)).toMatchObject({
      status: 422,
      data: { fields: { file: "noPicture" } },
    });
  const flood = makePng(8, 8, { said: [30_000, 30_000] });
  const large = Buffer.concat([makePng(8, 8), Buffer.alloc(11 * 1_048_576)]);
  for (const bytes of [flood, large]) expect((await upload(token, bytes, png)).status).toBe(413);
  expect((await upload(token, makePng(8, 8), { part: "other" })).status).toBe(422);
  expect((await callAs(token, "/basic/v2/upload/image", { file: "x" })).status).toBe(400);
  expect((await upload(await signIn("demo"), makePng(8, 8))).status).toBe(403);
  expect((await upload("unknown", makePng(8, 8))).status).toBe(401);
  expect(await countFiles()).toEqual(before);
});

test("an avatar is seen by those who share a site, a picture put nowhere by its owner alone", async () => {
  const path = await uploadOne();
  const [monitor, stranger] = [await signIn("monitor"), await signIn("stranger")];
  expect(await answerOf(await readFileAs(monitor, path))).toEqual(GONE);
  await callAs(token, "/user/v2/updateHeader", { header: path });
  expect((await readFileAs(monitor, path)).status).toBe(200);
  expect(await answerOf(await readFileAs(stranger, path))).toEqual(GONE);
  expect(await answerOf(await readFileAs(stranger, `${path}x`))).toEqual(GONE);
  expect((await readFileAs(null, path)).status).toBe(401);
  const cookie = { Cookie: `__Host-helioport_session=${monitor}` };
  expect((await readFileAs(null, path, cookie)).status).toBe(200);
});

test("a replaced avatar is deleted, and without one the default is shown", async () => {
  const [first, second] = [await uploadOne(), await uploadOne()];
  const set = (header?: string | null) => callAs(token, "/user/v2/updateHeader", { header });
  await set(first);
  await set(second.slice("/files/".length));
  expect((await readFileAs(token, first)).status).toBe(404);
  expect(await env.FILES.head(first.slice(7))).toBeNull();
  await set(second);
  expect((await readFileAs(token, second)).status).toBe(200);
  expect((await set()).status).toBe(200);
  expect((await readFileAs(token, second)).status).toBe(404);
  const { body } = await callAs(token, "/user/v2/get", {});
  expect(body.data).toMatchObject({ header: null });
});

test("a banner has up to three pictures of one's own, each used in one place", async () => {
  const paths = [await uploadOne(), await uploadOne(), await uploadOne()];
  const save = (bannerImages: string[], more: object = {}) =>
    callAs(token, "/user/v2/updateBanner", { textPosition: 8, bannerImages, ...more });
  expect((await save(paths, { bannerText: " Sun " })).status).toBe(200);
  const read = async () => (await callAs(token, "/user/v2/get", {})).body.data;
  const banner = { textPosition: 8, bannerText: "Sun", bannerImages: paths };
  expect(await read()).toMatchObject({ banner });

  const [foreign, own] = [await uploadOne(await signIn("owner")), await uploadOne()];
  for (const wrong of [[foreign], [own, foreign], ["/files/0123456789012345678901"]])
    expect((await save(wrong)).body.data).toEqual({ fields: { bannerImages: "wrongFile" } });
  const header = await callAs(token, "/user/v2/updateHeader", { header: paths[0] });
  expect(header.body.data).toEqual({ fields: { header: "wrongFile" } });
  expect((await save([...paths, own])).status).toBe(422);
  expect((await save([], { textPosition: 9 })).status).toBe(422);
  expect((await save([], { bannerText: "x".repeat(101) })).status).toBe(422);
  expect(await read()).toMatchObject({ banner });

  await save([paths[1] ?? "", own]);
  const seen = await Promise.all([...paths, own].map((path) => readFileAs(token, path)));
  expect(seen.map(({ status }) => status)).toEqual([404, 200, 404, 200]);
});

test("one user has a limited number of unreferenced pictures", async () => {
  const stranger = await signIn("stranger");
  await env.DB.prepare(
    "insert into files (key, kind, owner_id, content_type, size, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select 'loose' || i, 'picture', 5, 'image/png', 1, 0 from n",
  ).run();
  expect((await upload(stranger, makePng(8, 8))).status).toBe(429);
  await env.DB.prepare("delete from files where key like 'loose%'").run();
});
