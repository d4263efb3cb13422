import { expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const BACKLOG = "/site/v2/chart/backlog";

test("visitors of a link see the remaining backlog, and nothing else of it", async () => {
  await seedUsers();
  const owner = await signIn("owner");
  await callAs(owner, "/site/v2/share/add", { siteId: ALPHA, locationHide: 1 });
  const { body: share } = await callAs(owner, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  const { account } = share.data as { account: string };
  const { body: entered } = await callApi("/auth/v2/shareLogin", { tk: account });
  const viewer = (entered.data as { token: string }).token;
  const to = Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS;
  const from = to - 10 * DAY_MS;
  const report = async (token: string) => {
    const { status, body } = await callAs(token, BACKLOG, { siteId: ALPHA });
    expect(status).toBe(200);
    return body.data;
  };
  expect(await report(viewer)).toEqual({ timeZoneId: "UTC", backlog: null });

  const logger = await connectLogger(ALPHA, {
    backlog: { from, to },
    equipment: [
      {
        address: "003311",
        typeCode: "0033",
        serial: "SECRET-SERIAL",
        registers: [{ register: "0101", kind: "gauge", access: "r" }],
      },
    ],
  });
  await logger.ask({
    cmd: 260,
    id: "newest",
    backlog: true,
    times: [to - 4 * DAY_MS, to],
    values: { "0033110101": [1, 2] },
  });
  const backlog = {
    startDateTime: from,
    endDateTime: to,
    percent: 40,
    missingStartDateTime: from,
    missingEndDateTime: to - 4 * DAY_MS,
  };
  expect(await report(viewer)).toEqual({ timeZoneId: "UTC", backlog });
  expect(await report(owner)).toMatchObject({ backlog });
  logger.socket.close();
});
