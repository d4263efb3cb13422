import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { switchRpc } from "#workers/site-stubs.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

let siteId = 79_000;
const SWITCH = "FFFF000400";
const VOLTAGE = "0033110047";
const order = (address = SWITCH, value = 0) => ({
  commandId: crypto.randomUUID(),
  address,
  value,
});

/** What a user's viewer of each of so many sites is answered, at once. */
async function askAt(sites: number, who: { person: number; session: string }, made = order) {
  const first = siteId;
  siteId += sites;
  const viewers = await Promise.all(
    Array.from({ length: sites }, async (_, place) => {
      await connectLogger(first + place);
      return (await watch(first + place, who)).viewer;
    }),
  );
  const ask = async () => {
    const answers = await Promise.all(viewers.map((viewer) => viewer.ask(320, made())));
    return answers.map(({ cmd, body }) => ({ cmd, status: body.status, reason: body.reason }));
  };
  return { viewers, ask };
}

const REFUSED = { cmd: 511, status: 403, reason: "confirmationRequired" };

test("five of twenty sites that one session switches off at once are, and the rest needs a confirmation", async () => {
  const who = { person: 901, session: "stolen" };
  const { ask } = await askAt(20, who);
  const answers = await ask();
  expect(answers.filter(({ cmd }) => cmd === 321)).toHaveLength(5);
  expect(answers.filter(({ cmd }) => cmd === 511)).toEqual(Array(15).fill(REFUSED));
  // The same five may be switched on again, and no others.
  expect((await ask()).map(({ cmd }) => cmd)).toEqual(answers.map(({ cmd }) => cmd));
  await switchRpc(env, who.person).confirm("another session", Date.now() + 60_000);
  expect((await ask()).filter(({ cmd }) => cmd === 511)).toHaveLength(15);
  await switchRpc(env, who.person).confirm(who.session, Date.now() + 60_000);
  expect((await ask()).map(({ cmd }) => cmd)).toEqual(Array(20).fill(321));
});

test("other settings, and other users, are not counted", async () => {
  const setting = await askAt(7, { person: 902, session: "a" }, () => order(VOLTAGE, 230));
  expect((await setting.ask()).map(({ cmd }) => cmd)).toEqual(Array(7).fill(321));
  const other = await askAt(5, { person: 903, session: "b" });
  expect((await other.ask()).map(({ cmd }) => cmd)).toEqual(Array(5).fill(321));
});

test("a command that is asked again is answered as it stands, and a batch that switches is counted", async () => {
  const who = { person: 904, session: "c" };
  const { viewers, ask } = await askAt(6, who);
  const answers = await ask();
  const place = answers.findIndex(({ cmd }) => cmd === 511);
  const [refused, taken] = [viewers[place], viewers[(place + 1) % 6]];
  const batch = { items: [order(VOLTAGE, 231), order()] };
  expect((await refused?.ask(322, batch))?.body).toEqual({
    status: 403,
    reason: "confirmationRequired",
  });
  const given = order();
  const first = await taken?.ask(320, given);
  const again = await taken?.ask(320, given);
  expect(again?.body).toMatchObject({ status: 200, result: { commandId: given.commandId } });
  expect(first?.cmd).toBe(321);
});

test("a batch that switches counts among the sites whose settings change, five a minute, twenty in ten", async () => {
  const clock = freezeSiteClock();
  const who = { person: 905, session: "d" };
  const statuses: unknown[] = [];
  for (let minute = 0; minute < 5; minute++) {
    const { ask } = await askAt(5, who);
    statuses.push(...(await ask()).map(({ cmd, reason }) => reason ?? cmd));
    clock.forward(MINUTE_MS + 1);
  }
  expect(statuses).toEqual([...Array(20).fill(321), ...Array(5).fill("confirmationRequired")]);
});

test("a site that was changed again counts ten minutes from then", async () => {
  const clock = freezeSiteClock();
  const who = { person: 906, session: "e" };
  let voltage = 200;
  const setting = () => order(VOLTAGE, ++voltage);
  const first = await askAt(20, who, setting);
  await first.ask();
  clock.forward(5 * MINUTE_MS);
  expect((await first.ask()).map(({ cmd }) => cmd)).toEqual(Array(20).fill(321));
  clock.forward(6 * MINUTE_MS);
  const more = await askAt(1, who, setting);
  expect((await more.ask())[0]).toEqual(REFUSED);
  clock.forward(5 * MINUTE_MS);
  expect((await more.ask())[0]?.cmd).toBe(321);
});
