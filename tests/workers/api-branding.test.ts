import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import problems from "#locales/en/problems.json";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { makePng } from "../support/picture-files.ts";
import { ALPHA, BETA, FOREIGN, seedUsers } from "../support/seed-users.ts";
import { upload } from "../support/upload.ts";

let [owner, full, monitor] = ["", "", ""];

beforeAll(seedUsers);
beforeEach(async () => {
  [owner, full, monitor] = await Promise.all([
    signIn("administrator"),
    signIn("full"),
    signIn("monitor"),
  ]);
});

const site = (who: string, path: string, body: object = {}) =>
  callAs(who, `/site/v2/${path}`, { siteId: ALPHA, ...body });

async function listOf(path: string, more: object = {}): Promise<unknown[]> {
  const { body } = await site(monitor, path, more);
  return (body.data as { list: unknown[] }).list;
}

test("tags keep their order and any script, and are unique regardless of case", async () => {
  const add = (name: string) => site(full, "tag/add", { name });
  for (const name of ["Süd-Dach", "屋顶", "barn_2"]) expect((await add(name)).status).toBe(200);
  for (const name of ["süd-dach", "SÜD-DACH", "Su\u0308d-Dach"])
    expect((await add(name)).body.data).toEqual({ fields: { name: "tagThere" } });
  for (const [name, fault] of [
    ["two words", "lettersAndDigits"],
    ["<b>", "lettersAndDigits"],
    ["", "required"],
    ["x".repeat(21), "tooLong"],
  ])
    expect((await add(name ?? "")).body.data).toEqual({ fields: { name: fault } });
  expect((await site(monitor, "tag/add", { name: "mine" })).status).toBe(403);
  const names = async () =>
    (await listOf("tag/getAllBySiteId")).map((tag) => Object.values(tag as object)[0]);
  expect(await names()).toEqual(["Süd-Dach", "屋顶", "barn_2"]);
  for (const name of ["屋顶", "never there"])
    expect((await site(full, "tag/delete", { name })).status).toBe(200);
  expect(await names()).toEqual(["Süd-Dach", "barn_2"]);
  const listed = await callAs(full, "/site/v2/tag/getAllBySiteId", { siteId: FOREIGN });
  expect(listed.status).toBe(404);
});

test("no tag of many concurrent changes is lost, and at most 20 are accepted", async () => {
  const at = (path: string, body: object) =>
    callAs(full, `/site/v2/tag/${path}`, { siteId: BETA, ...body });
  const added = await Promise.all(
    Array.from({ length: 24 }, (_, place) => at("add", { name: `tag-${place % 23}` })),
  );
  const codes = added.map(({ status }) => status);
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
  expect(codes.every((code) => [200, 409, 422].includes(code))).toBe(true);
  const { body } = await at("getAllBySiteId", {});
  const names = (body.data as { list: { name: string }[] }).list.map(({ name }) => name);
  expect(new Set(names).size).toBe(20);
  expect(names).toHaveLength(20);
  await Promise.all(names.slice(5).map((name) => at("delete", { name })));
  const left = (await at("getAllBySiteId", {})).body.data as { list: { name: string }[] };
  expect(left.list.map(({ name }) => name)).toEqual(names.slice(0, 5));
});

test("configs have an option each, a value of 1 to 6 digits, and names by language", async () => {
  const options = async (languageCode?: string) => {
    const path = "/site/v2/config/getAllConfigOptionBylanguageCode";
    const headers = { Authorization: full, "Accept-Language": "fr" };
    const { body } = await callApi(path, { languageCode }, headers);
    return (body.data as { list: { option: string; name: string }[] }).list;
  };
  expect((await options("de"))[0]).toEqual({
    option: "panelCount",
    name: "Anzahl der Solarmodule",
  });
  expect((await options())[0]?.name).toBe("Nombre de panneaux");
  expect((await options("ar")).every(({ option, name }) => name !== option)).toBe(true);

  const add = (option: string, value: unknown) => site(full, "config/add", { option, value });
  const added = (await add("panelCount", " 24 ")).body.data as { id: number };
  expect(added).toEqual({ id: expect.any(Number), option: "panelCount", value: "24" });
  expect((await add("panelCount", "25")).body.data).toEqual({ fields: { option: "optionThere" } });
  for (const value of ["1234567", "-1", "1.5", "٣", "x"])
    expect((await add("yearBuilt", value)).body.data).toEqual({
      fields: { value: "oneToSixDigits" },
    });
  expect((await add("yearBuilt", "")).body.data).toEqual({ fields: { value: "required" } });
  expect((await add("colour", "1")).status).toBe(422);
  await add("yearBuilt", "2019");
  const change = (body: object) => site(full, "config/update", { id: added.id, ...body });
  expect((await change({ value: "26" })).status).toBe(200);
  expect((await change({ option: "yearBuilt", value: "1" })).body.data).toEqual({
    fields: { option: "optionThere" },
  });
  expect((await change({ option: "inverterCount", value: "2" })).status).toBe(200);
  // A row of another site is none.
  const elsewhere = { siteId: BETA, id: added.id, value: "3" };
  expect((await callAs(full, "/site/v2/config/update", elsewhere)).status).toBe(404);
  await callAs(full, "/site/v2/config/delete", elsewhere);
  const list = await listOf("config/getAllBySiteIdAndlanguageCode", { languageCode: "es" });
  expect(list).toMatchObject([
    { option: "inverterCount", name: "Número de inversores", value: "2" },
    { option: "yearBuilt", value: "2019" },
  ]);
  expect((await site(full, "config/delete", { id: added.id })).status).toBe(200);
  expect(await listOf("config/getAllBySiteIdAndlanguageCode")).toHaveLength(1);
});

test("a gallery holds 30 pictures, each of the site alone", async () => {
  const picture = async (who: string) => (await upload(who, makePng(9, 9))).data as string;
  const image = await picture(owner);
  const added = await site(owner, "gallery/add", { image });
  expect(added.body.data).toMatchObject({ image, id: expect.any(Number) });
  for (const wrong of [image, await picture(full), "/files/0123456789012345678901"])
    expect((await site(owner, "gallery/add", { image: wrong })).body.data).toEqual({
      fields: { image: "wrongFile" },
    });
  expect((await callAs(owner, "/user/v2/updateHeader", { header: image })).status).toBe(422);
  expect((await site(full, "gallery/add", { image: await picture(full) })).status).toBe(403);
  await env.DB.batch(
    [
      "insert into files (key, kind, site_id, content_type, size, created_at, attached_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 29) select 'more' || i, 'picture', 1, 'image/png', 1, 0, 0 from n",
      "insert into gallery_images (site_id, file, created_at) select 1, key, 0 from files where key like 'more%'",
    ].map((text) => env.DB.prepare(text)),
  );
  const [one, other] = [await picture(owner), await picture(owner)];
  expect((await site(owner, "gallery/add", { image: one })).body).toMatchObject({
    code: 409,
    message: problems.galleryFull.replace("{{limit}}", "30"),
  });
  const { id } = added.body.data as { id: number };
  // Of another site's gallery it is none.
  await callAs(owner, "/site/v2/gallery/delete", { siteId: BETA, id });
  expect(await listOf("gallery/getAllBySiteId")).toHaveLength(30);
  expect((await site(owner, "gallery/delete", { id })).status).toBe(200);
  expect(await env.FILES.head(image.slice("/files/".length))).toBeNull();
  // Two for one place: one wins.
  const raced = await Promise.all(
    [one, other].map((path) => site(owner, "gallery/add", { image: path })),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a banner takes its pictures along to the site, and gives back what it drops", async () => {
  const picture = async (who = owner) => (await upload(who, makePng(9, 9))).data as string;
  const [first, second, third, fourth] = [
    await picture(),
    await picture(),
    await picture(),
    await picture(full),
  ];
  const save = (bannerImages: string[], more: object = {}) =>
    site(owner, "updateBanner", { textPosition: 8, bannerImages, ...more });
  expect((await save([first, second], { bannerText: " Sun ", textPositionPhone: 4 })).status).toBe(
    200,
  );
  const kept = async () =>
    JSON.parse(
      (await env.DB.prepare("select banner from sites where id = 1").first<string>("banner")) ?? "",
    );
  const banner = {
    textPosition: 8,
    textPositionPhone: 4,
    bannerText: "Sun",
    bannerImages: [first, second],
  };
  expect(await kept()).toEqual(banner);
  const owners = await env.DB.prepare(
    "select owner_id, site_id from files where site_id = 1 and key not like 'more%' and key in (?, ?)",
  )
    .bind(first.slice(7), second.slice(7))
    .all();
  expect(owners.results).toEqual([
    { owner_id: null, site_id: 1 },
    { owner_id: null, site_id: 1 },
  ]);
  for (const wrong of [[fourth], [first, fourth], ["/files/0123456789012345678901"]])
    expect((await save(wrong)).body.data).toEqual({ fields: { bannerImages: "wrongFile" } });
  expect((await save([first, second, third, fourth])).status).toBe(422);
  expect((await save([], { textPosition: 9 })).status).toBe(422);
  expect((await save([], { bannerText: "x".repeat(101) })).status).toBe(422);
  expect((await save([], { bannerText: "two\nlines" })).status).toBe(422);
  expect((await site(full, "updateBanner", { textPosition: 1, bannerImages: [] })).status).toBe(
    403,
  );
  expect(await kept()).toEqual(banner);
  // Another user of the site continues with the current one.
  const other = await signIn("owner");
  const theirs = await picture(other);
  const goOn = { siteId: ALPHA, textPosition: 0, bannerImages: [second, theirs] };
  expect((await callAs(other, "/site/v2/updateBanner", goOn)).status).toBe(200);
  expect(await env.FILES.head(first.slice(7))).toBeNull();
  expect((await save([])).status).toBe(200);
  expect((await env.FILES.list()).objects.map(({ key }) => `/files/${key}`)).not.toContain(second);
  expect(await kept()).toMatchObject({ bannerImages: [] });
});
