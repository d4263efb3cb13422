import { expect, test } from "vitest";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { readRequest } from "#protocol/viewer/requests.ts";
import { bringOnStage, CAST, WHICH } from "../support/matrix/cast.ts";
import { COMMAND_ROWS, type CommandRow, VIEWERS } from "../support/matrix/commands.ts";
import { tryUpgrade } from "../support/matrix/upgrades.ts";
import { connectLogger } from "../support/site-logger.ts";
import { type SiteViewer, watch } from "../support/viewer-socket.ts";

type Name = keyof typeof COMMAND;
const names = Object.keys(COMMAND) as Name[];
let siteId = 71_000;

async function openCast(): Promise<[string, SiteViewer][]> {
  siteId += 1;
  await connectLogger(siteId);
  return Promise.all(
    Object.entries(VIEWERS).map(async ([who, stamp]): Promise<[string, SiteViewer]> => {
      const { viewer } = await watch(siteId, { ...stamp, session: `session of ${who}`, name: who });
      return [who, viewer];
    }),
  );
}

/** The status of the refusal, or null where there was none at once. */
async function askFor(viewer: SiteViewer, cmd: number, body: unknown): Promise<unknown> {
  const tag = crypto.randomUUID();
  viewer.send(cmd, tag, body);
  const received = await viewer.unread();
  return (
    received.find((one) => one.tag === tag && one.cmd === COMMAND.refusal)?.body.status ?? null
  );
}

/** What is wrong with how a command treats everybody. */
async function walkCommand(
  cast: readonly [string, SiteViewer][],
  name: Name,
  { may, body }: CommandRow,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [who, viewer] of cast) {
    const status = await askFor(viewer, COMMAND[name], body());
    if (status !== (may.includes(who) ? null : 403)) wrong.push(`${name} by ${who}: ${status}`);
  }
  return wrong;
}

test("every command that a viewer can give has a row in the matrix, and nothing else is one", async () => {
  for (const name of names) {
    const [row] = COMMAND_ROWS[name] ?? [];
    expect(readRequest(COMMAND[name], row?.body() ?? {}) !== null, name).toBe(row !== undefined);
  }
});

test("a role sends the commands it is permitted and no others", async () => {
  const cast = await openCast();
  for (const name of names)
    for (const row of COMMAND_ROWS[name] ?? [])
      expect(await walkCommand(cast, name, row)).toEqual([]);
});

test("a command of another user is invisible, and a malformed one is refused", async () => {
  const cast = await openCast();
  const [row] = COMMAND_ROWS.control ?? [];
  if (row === undefined) throw new Error("no row");
  const taken = row.body();
  for (const [who, viewer] of cast) {
    // A token of the owner's is the same person.
    const isTheirs = VIEWERS[who]?.person === VIEWERS.owner?.person && row.may.includes(who);
    expect(await askFor(viewer, COMMAND.control, taken), who).toBe(isTheirs ? null : 403);
    for (const wrong of [
      { ...row.body(), address: "nonsense" },
      { ...row.body(), commandId: 1 },
    ])
      expect(await askFor(viewer, COMMAND.control, wrong), who).toBe(400);
    expect(await askFor(viewer, COMMAND.query, { addresses: ["nonsense"] }), who).toBe(400);
  }
});

test("a sealed key opens a socket of the caller's own site only, in the caller's own role", async () => {
  await bringOnStage();
  for (const who of CAST) {
    const tried = await Promise.all(WHICH.map((which) => tryUpgrade(who, which)));
    expect(tried.flat()).toEqual([]);
  }
});

test("the matrix finds a planted right too many, and one too few", async () => {
  const cast = await openCast();
  const [row] = COMMAND_ROWS.control ?? [];
  if (row === undefined) throw new Error("no row");
  const fewer = row.may.filter((who) => who !== "full");
  expect(await walkCommand(cast, "control", { ...row, may: fewer })).toEqual([
    "control by full: null",
  ]);
  expect(await walkCommand(cast, "control", { ...row, may: [...row.may, "monitor"] })).toEqual([
    "control by monitor: 403",
  ]);
});
