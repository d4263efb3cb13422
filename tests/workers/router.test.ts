import { expect, test } from "vitest";
import { server } from "#workers/server.ts";

test("the routes are found by one regular expression, which refuses no pattern of theirs", async () => {
  await server.fetch(new Request("https://portal.test/assets/absent.js"));
  expect(server.router.name).toBe("SmartRouter + RegExpRouter");
});
