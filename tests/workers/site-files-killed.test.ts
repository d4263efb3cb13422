import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { listSiteFileKeys } from "#database/files/files.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { callOperation, type InputOf, type KnownPath } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { dropFiles } from "#operations/files/finalize-file-replacement.ts";
import { sweepFiles } from "#operations/jobs/sweep-files.ts";
import { dyingContext } from "../support/dying-context.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const NOW = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
const owner = {
  kind: "person",
  person: { id: 1, type: 1, demo: false },
  session: "owners",
  address: "",
} as unknown as SignedIn;

beforeAll(seedUsers);

/** Changes of a site's pictures, one after the other. */
async function brandSite(context: Context): Promise<void> {
  const ask = <Path extends KnownPath>(path: Path, input: InputOf<Path>) =>
    callOperation(path, input, owner, context);
  const upload = async () => {
    const file = { bytes: new Uint8Array([1]), type: "image/png", name: "a" };
    return (await ask("POST /basic/v2/upload/image", { file })) as string;
  };
  const show = (bannerImages: string[]) =>
    ask("POST /site/v2/updateBanner", { id: ALPHA, textPosition: 4, bannerImages });
  const [first, second] = [await upload(), await upload()];
  await show([first, second]);
  await show([second, await upload()]);
  const image = await upload();
  const added = await ask("POST /site/v2/gallery/add", { siteId: ALPHA, image });
  await ask("POST /site/v2/gallery/add", { siteId: ALPHA, image: await upload() });
  await ask("POST /site/v2/gallery/delete", { siteId: ALPHA, id: added.id });
  await ask("POST /user/v2/updateHeader", { header: await upload() });
  await show([]);
  await show([await upload()]);
}

/** The site goes: from the record first, then from the store. */
async function removeSite(context: Context): Promise<void> {
  const keys = await listSiteFileKeys(context.database, ALPHA);
  await env.DB.prepare("delete from sites where id = ?").bind(ALPHA).run();
  await dropFiles(context, keys);
}

const REFERENCES = `
  select value path from sites, json_each(sites.banner, '$.bannerImages')
  union all select '/files/' || file from gallery_images
  union all select header from users where header is not null`;

async function readAll(text: string): Promise<string[]> {
  const { results } = await env.DB.prepare(text).all<{ path: string }>();
  return results.map(({ path }) => path).sort();
}

const readStore = async () =>
  (await env.FILES.list()).objects.map(({ key }) => `/files/${key}`).sort();
const readRecord = () => readAll("select '/files/' || key path from files");

/** Whatever is shown somewhere is on record as attached, and whatever is on record is in the store. */
async function expectNothingDangles(where: string): Promise<void> {
  const [shown, attached, record, store] = await Promise.all([
    readAll(REFERENCES),
    readAll("select '/files/' || key path from files where attached_at is not null"),
    readRecord(),
    readStore(),
  ]);
  expect(attached, `${where}: shown and attached`).toEqual(shown);
  expect(
    record.filter((path) => !store.includes(path)),
    `${where}: on record and not in the store`,
  ).toEqual([]);
}

/** Two days later nothing is left but what is shown. */
async function expectSwept(where: string): Promise<void> {
  await sweepFiles(fake(NOW + 2 * DAY_MS), NOW + 2 * DAY_MS);
  await expectNothingDangles(where);
  const shown = await readAll(REFERENCES);
  expect([await readRecord(), await readStore()], `${where}: swept`).toEqual([shown, shown]);
}

async function clearStage(): Promise<void> {
  await env.FILES.delete((await env.FILES.list()).objects.map(({ key }) => key));
  await env.DB.batch(
    [
      "delete from files",
      "delete from write_budgets",
      "update sites set banner = null",
      "update users set header = null",
    ].map((text) => env.DB.prepare(text)),
  );
}

/** Pictures are what they are: this is about where they are kept. */
function fake(now: number): Context {
  const reencode = async (bytes: Uint8Array) => ({ bytes, contentType: "image/png" });
  const log = { info: () => undefined, error: () => undefined };
  return { ...testContext(now), pictures: { reencode }, log };
}

test("killed between store and record, no reference dangles, and the rest is swept", async () => {
  const whole = dyingContext(fake(NOW), null);
  await brandSite(whole);
  await expectNothingDangles("in one go");
  expect(whole.steps).toBeGreaterThan(30);
  for (const when of ["before", "after"] as const)
    for (let step = 0; step < whole.steps; step += 1) {
      await clearStage();
      const where = `killed ${when} step ${step}`;
      // What is deleted from the store last is tried, and a refusal of the store is no fault of the caller's.
      await brandSite(dyingContext(fake(NOW), { step, when })).catch((error) =>
        expect(`${error}${error.cause}`, where).toContain("killed"),
      );
      await expectNothingDangles(where);
      await expectSwept(where);
    }
});

test("a site that goes takes its pictures along, also where it is killed on the way", async () => {
  await clearStage();
  await brandSite(fake(NOW));
  const kept = (await env.DB.prepare("select header from users where id = 1").first(
    "header",
  )) as string;
  await removeSite(dyingContext(fake(NOW), { step: 1, when: "before" })).catch(() => undefined);
  await expectNothingDangles("a site that went");
  expect((await readStore()).length).toBeGreaterThan(1);
  await expectSwept("a site that went");
  expect(await readStore()).toEqual([kept]);
});
