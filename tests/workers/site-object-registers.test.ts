import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { SERIES_LIMITS } from "#durable-objects/site/series/limits.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { lookInside } from "../support/site-inside.ts";
import { connectLogger, sample, siteStub } from "../support/site-logger.ts";

const KNOWN = ["FFFF000100", "FFFF000120"];

/** As if loggers had come with ever new addresses, all but this many of those a site may have. */
async function fillRegisters(siteId: number, left: number): Promise<void> {
  const count = SERIES_LIMITS.registers - left - KNOWN.length;
  const address = (n: number) => (0x1000000000 + n).toString(16).toUpperCase();
  const addresses = [...KNOWN, ...Array.from({ length: count }, (_, n) => address(n))].join("");
  await runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql.exec(`INSERT INTO series_registers (addresses) VALUES (?)`, addresses),
  );
  await evictDurableObject(siteStub(siteId));
}

test("registers beyond a site's lifetime maximum are refused, and known ones continue", async () => {
  const siteId = 7_701;
  const clock = freezeSiteClock();
  await fillRegisters(siteId, 1);
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
  const logger = await connectLogger(siteId);
  const upload = (id: string, values: object) =>
    logger.ask(sample(id, clock.forward(1_000), { ...values }));
  expect(await upload("a", { FFFF000100: 1, FFFF000110: 2, FFFF000134: 3 })).toMatchObject({
    status: 200,
    refused: 1,
  });
  const more = { FFFF000100: 4, FFFF000110: 5, FFFF000120: 6, FFFF000134: 7, "0033110107": 8 };
  expect(await upload("b", more)).toMatchObject({ status: 200, refused: 2 });
  expect(await upload("c", { FFFF000134: null })).not.toHaveProperty("refused");
  const values = { FFFF000100: 4, FFFF000110: 5, FFFF000120: 6 };
  expect((await lookInside(siteId)).values).toEqual(values);
  expect(lines).toEqual([
    '{"event":"values refused","error":"the site has had as many registers as it may"}',
  ]);
  await evictDurableObject(siteStub(siteId), { webSockets: "hibernate" });
  expect(await upload("d", more)).toMatchObject({ refused: 2 });
  expect((await lookInside(siteId)).values).toEqual(values);
  const parts = await runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql.exec(`SELECT length(addresses) AS length FROM series_registers`).toArray(),
  );
  const total = parts.reduce((sum, { length }) => sum + Number(length), 0);
  expect(total).toBe(SERIES_LIMITS.registers * 10);
});
