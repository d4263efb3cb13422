import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";
import { type SiteViewer, watch } from "../support/viewer-socket.ts";

const SITE = 76_001;
const FULL = { role: 2, owner: false, person: 9, session: "full", name: "Fay Full" } as const;

/** Of the wrong type, so that each ends at once. */
const wrongItems = () =>
  Array.from({ length: 400 }, () => ({
    commandId: crypto.randomUUID(),
    address: "FFFF000400",
    value: "x",
  }));

const countStored = () =>
  runInDurableObject(siteStub(SITE), (_, { storage }) =>
    Number(storage.sql.exec(`SELECT COUNT(*) AS n FROM commands`).one().n),
  );

const give = async (viewer: SiteViewer, items: unknown[]) =>
  (await viewer.ask(322, { items })).body.status;

test("commands that end at once are limited like all others, across hibernation too", async () => {
  const clock = freezeSiteClock();
  await connectLogger(SITE);
  const { viewer } = await watch(SITE);
  const first = wrongItems();
  expect(await give(viewer, first)).toBe(200);
  for (let count = 2; count <= 5; count++) expect(await give(viewer, wrongItems())).toBe(200);
  for (let count = 6; count <= 20; count++) expect(await give(viewer, wrongItems())).toBe(429);
  expect(await countStored()).toBe(2_000);
  await evictDurableObject(siteStub(SITE), { webSockets: "hibernate" });
  expect(await give(viewer, wrongItems())).toBe(429);
  // An id that is known is answered with its record all the same.
  const { body } = await viewer.ask(322, { items: first });
  expect(body).toMatchObject({ status: 200 });
  expect((body.result as { result: string }[]).every((r) => r.result === "parameter error")).toBe(
    true,
  );
  const other = (await watch(SITE, FULL)).viewer;
  expect(await give(other, wrongItems())).toBe(200);
  clock.forward(10_000);
  expect(await give(viewer, first.slice(0, 1))).toBe(200);
  expect(await give(viewer, wrongItems().slice(0, 1))).toBe(200);
  expect(await give(viewer, wrongItems().slice(0, 1))).toBe(429);
  expect(await countStored()).toBe(2_401);
});
