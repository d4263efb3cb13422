import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "#operations/context.ts";
import { readFile } from "#operations/files/read-file.ts";
import { openCodec } from "#workers/photon.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { ANIMATED_GIF, exifOf, insertSegment, makePng } from "../support/picture-files.ts";
import { ALPHA, BETA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";
import { readFileAs, upload } from "../support/upload.ts";

const { default: program } = await import("@cf-wasm/photon/photon.wasm");

let administrator = "";

beforeAll(async () => {
  await seedUsers();
  administrator = await signIn("administrator");
});

const put = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

async function uploadOne(bytes: Uint8Array<ArrayBuffer> = makePng(8, 8)): Promise<string> {
  return (await upload(administrator, bytes)).data as string;
}

async function brand(siteId: number, bytes?: [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]) {
  const [banner, image] = [await uploadOne(bytes?.[0]), await uploadOne(bytes?.[1])];
  const shown = { id: siteId, textPosition: 4, bannerImages: [banner] };
  expect((await callAs(administrator, "/site/v2/updateBanner", shown)).status).toBe(200);
  const added = await callAs(administrator, "/site/v2/gallery/add", { siteId, image });
  expect(added.status).toBe(200);
  return { banner, image };
}

/** Statuses of both, as read by a user. */
async function statuses(paths: readonly string[], token: string | null): Promise<number[]> {
  const answers = await Promise.all(paths.map((path) => readFileAs(token, path)));
  return answers.map(({ status }) => status);
}

test("a site's pictures are read by its current members only", async () => {
  const paths = Object.values(await brand(ALPHA));
  for (const who of ["owner", "full", "monitor", "demo"])
    expect(await statuses(paths, await signIn(who)), who).toEqual([200, 200]);
  expect(await statuses(paths, await signIn("stranger"))).toEqual([404, 404]);
  expect(await statuses(paths, null)).toEqual([401, 401]);
  const token = async (siteIds: number[]) => {
    const asked = { name: "script", scope: "read", days: 1, siteIds };
    const { body } = await callAs(administrator, "/user/v2/token/add", asked);
    return (body.data as { token: string }).token;
  };
  expect(await statuses(paths, await token([ALPHA]))).toEqual([200, 200]);
  expect(await statuses(paths, await token([BETA]))).toEqual([404, 404]);
  // Of a right that has ended nothing is left, nor of a site that is deleted.
  const monitor = await signIn("monitor");
  await put("update memberships set ends_at = 1 where site_id = ? and user_id = 4", ALPHA);
  expect(await statuses(paths, monitor)).toEqual([404, 404]);
  await put("update memberships set ends_at = null where site_id = ? and user_id = 4", ALPHA);
  await put("update sites set deleted_at = 1 where id = ?", ALPHA);
  expect(await statuses(paths, await signIn("owner"))).toEqual([404, 404]);
  await put("update sites set deleted_at = null where id = ?", ALPHA);
});

test("an avatar is no longer readable by users without a common site", async () => {
  const header = await uploadOne();
  await callAs(administrator, "/user/v2/updateHeader", { header });
  const monitor = await signIn("monitor");
  expect(await statuses([header], monitor)).toEqual([200]);
  await put("update memberships set ends_at = 1 where user_id = 4");
  expect(await statuses([header], monitor)).toEqual([404]);
  await put("update memberships set ends_at = null where user_id = 4");
});

test("a visitor of a link sees the site's banner, and the public that of a published site", async () => {
  const [alpha, beta] = [await brand(ALPHA), await brand(BETA)];
  const share = { id: 1, siteId: ALPHA, version: 0, hidesLocation: true, timeZone: "UTC" };
  const viewer: Caller = { kind: "share", session: "s", share, address: "" };
  const anonymous: Caller = { kind: "anonymous", endedElsewhere: false, address: "" };
  const read = (path: string, caller: Caller) =>
    readFile(path.slice("/files/".length), caller, testContext(Date.now())).then(
      () => 200,
      ({ status }: { status: number }) => status,
    );
  const avatar = await env.DB.prepare("select header from users where header is not null").first(
    "header",
  );
  const asked = [alpha.banner, alpha.image, beta.banner, String(avatar)];
  const readAll = (caller: Caller) => Promise.all(asked.map((path) => read(path, caller)));
  expect(await readAll(viewer)).toEqual([200, 404, 404, 404]);
  expect(await readAll(anonymous)).toEqual([401, 401, 401, 401]);
  await put(
    "insert into shares (site_id, token_hash, sealed_token, is_public, created_at) values (?, 'x', '', 1, 0)",
    BETA,
  );
  expect(await readAll(anonymous)).toEqual([401, 401, 200, 401]);
  expect(await readAll(viewer)).toEqual([200, 404, 200, 404]);
  await put("update shares set is_public = 0");
  expect(await readAll(anonymous)).toEqual([401, 401, 401, 401]);
});

test("only the picture itself of an upload reaches a site", async () => {
  const jpeg = openCodec(program).writeJpeg(
    { width: 8, height: 8, rgba: new Uint8Array(256).fill(120) },
    95,
  );
  const script = Buffer.from("<script>alert(1)</script><svg onload=alert(1)>");
  const polyglots = [
    Buffer.concat([makePng(8, 8, { more: { tEXt: script } }), script]),
    Buffer.concat([insertSegment(jpeg, 0xe1, exifOf(1, "GPS <script>")), script]),
    Buffer.concat([ANIMATED_GIF, script]),
    insertSegment(jpeg, 0xfe, Buffer.from("/*<script>*/=1")),
  ] as Buffer<ArrayBuffer>[];
  for (let at = 0; at < polyglots.length; at += 2) {
    const [one, other] = polyglots.slice(at) as [Buffer<ArrayBuffer>, Buffer<ArrayBuffer>];
    for (const path of Object.values(await brand(ALPHA, [one, other]))) {
      const answer = await readFileAs(administrator, path);
      expect(answer.headers.get("Content-Type")).toMatch(/^image\/(jpeg|png)$/);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      const kept = Buffer.from(await answer.bytes());
      for (const gone of ["script", "onload", "GPS", "Exif"])
        expect(kept.includes(gone), gone).toBe(false);
      expect(polyglots.some((sent) => sent.equals(kept))).toBe(false);
    }
  }
});

test("names of files that are none are refused in every place of a site", async () => {
  const before = await env.DB.prepare("select count(*) n from files").first("n");
  const loose = await uploadOne();
  const key = loose.slice("/files/".length);
  for (const image of [
    "/files/../../etc/passwd",
    `/files/${key}/../${key}`,
    `/files/${key}?x`,
    `/files/${key}%00.svg`,
    `/FILES/${key}`,
    `https://evil.example/files/${key}`,
    `//evil.example/files/${key}`,
    "javascript:alert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "blob:https://helioport.test/x",
    "",
    "x".repeat(10_000),
  ]) {
    const banner = { id: ALPHA, textPosition: 0, bannerImages: [image] };
    const answers = [
      await callAs(administrator, "/site/v2/updateBanner", banner),
      await callAs(administrator, "/site/v2/gallery/add", { siteId: ALPHA, image }),
      await callAs(administrator, "/user/v2/updateBanner", { ...banner, id: undefined }),
    ];
    expect(
      answers.map(({ status }) => status),
      image,
    ).toEqual([422, 422, 422]);
  }
  expect(await env.DB.prepare("select count(*) n from files").first("n")).toBe(Number(before) + 1);
});

test("a user who deletes their account leaves the site its pictures", async () => {
  const { banner, image } = await brand(ALPHA);
  const loose = await uploadOne();
  const gone = await callAs(administrator, "/user/v2/delete", { password: PASSWORD });
  expect(gone.status).toBe(200);
  expect(await statuses([banner, image], await signIn("owner"))).toEqual([200, 200]);
  expect(await env.FILES.head(loose.slice("/files/".length))).toBeNull();
});
