import { evictDurableObject } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { siteStub } from "../support/site-logger.ts";
import { stampOf } from "../support/viewer-browser.ts";
import { openViewer, ring, SHARE, upgrade, watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 77_000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

test("one ticket opens four sockets that wait for a login, and others once those are closed", async () => {
  const again = () =>
    upgrade(siteId, stampOf({ siteId, ticketHash: hashTicket("one") })).then(async (answer) => {
      answer.webSocket?.accept();
      return answer;
    });
  for (let count = 1; count <= 4; count++) expect((await again()).status).toBe(101);
  await evictDurableObject(siteStub(siteId), { webSockets: "hibernate" });
  const refused = await again();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "10"]);
  // Another ticket of the same session is welcome.
  await watch(siteId);
  clock.forward(10_000);
  await ring(siteId);
  expect((await again()).status).toBe(101);
});

test("a session holds a thousand sockets at a site, and others hold theirs besides", async () => {
  const open = (session: string) => openViewer(siteId, { session });
  const [first] = await Promise.all(Array.from({ length: 1_000 }, () => open("one")));
  await expect(open("one")).rejects.toThrow("429");
  await open("other");
  first?.socket.close(1000);
  await expect
    .poll(() =>
      open("one").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("an entry through a link holds twenty sockets, and the link three hundred", async () => {
  const open = (session: number, person = -5) =>
    openViewer(siteId, { ...SHARE, person, session: `share ${session}` });
  const [first] = await Promise.all(Array.from({ length: 20 }, () => open(0)));
  await expect(open(0)).rejects.toThrow("429");
  await Promise.all(Array.from({ length: 280 }, (_, place) => open(1 + Math.floor(place / 20))));
  await expect(open(100)).rejects.toThrow("429");
  // Members and another link have theirs besides.
  await Promise.all([openViewer(siteId), open(101, -6)]);
  first?.socket.close(1000);
  await expect
    .poll(() =>
      open(100).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});
