import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
// biome-ignore lint/correctness/useImportExtensions: the client is not TypeScript
import { type Client, exampleOf, openClient } from "../clean-room/openapi-client.mjs";
import { ORIGIN } from "../support/call-api.ts";
import { bringOnStage } from "../support/matrix/cast.ts";
import { PASSWORD } from "../support/seed-users.ts";

// A client that knows the contract and the description, and nothing of the house.
let asked = 0;
const open = () =>
  openClient({
    url: ORIGIN,
    fetch: (address, init) => {
      asked += 1;
      const headers = new Headers(init?.headers);
      headers.set("CF-Connecting-IP", `198.51.100.${asked % 250}`);
      return exports.default.fetch(address, { ...init, headers });
    },
  });

/** What ends the session itself comes last. */
const ENDS = ["/api/auth/v2/logout"];
const inOrder = ({ calls }: Client) => [
  ...calls.filter(({ path }) => !ENDS.includes(path)),
  ...calls.filter(({ path }) => ENDS.includes(path)),
];

beforeAll(bringOnStage);

test.each(["plain", "sealed"] as const)(
  "a client signs in and makes every call there is, %s",
  async (way) => {
    const client = await open();
    await client.login(way === "plain" ? "full@example.org" : "monitor@example.org", PASSWORD, way);
    const answered = new Map<string, number>();
    for (const call of inOrder(client)) {
      const answer = await client[way](call, exampleOf(call));
      if (answer === null) continue;
      expect(client.judge(call, answer), call.path).toEqual([]);
      answered.set(call.path, answer.code);
    }
    expect([...answered].filter(([, code]) => code === 500 || code === 401)).toEqual([
      // The example's account does not exist.
      ["/api/auth/v2/login", 401],
    ]);
    for (const path of [
      "/user/v2/get",
      "/site/v4/getListBySearchFilterAndReorder",
      "/basic/v2/upload/image",
    ])
      expect(answered.get(`/api${path}`), path).toBe(200);
  },
);

test("a signed-out client gets 401 from every call that needs a sign-in", async () => {
  const client = await open();
  const onSites = client.calls.filter(
    ({ path, call }) => path.includes("/site/") && call.security?.length !== 0,
  );
  for (const call of onSites) {
    const answer = await client.sealed(call, exampleOf(call));
    expect([answer?.code, answer && client.judge(call, answer)], call.path).toEqual([401, []]);
  }
});
