import type { Chance } from "../../support/seeded-chance.ts";
import type { World } from "../../support/world/world.ts";
import type { Control, WorldViewer } from "../../support/world/world-viewer.ts";
import type { Cell } from "./cells.ts";
import { APART, anyAddress, anyValue } from "./panel.ts";
import type { Plan, Saboteur } from "./saboteur.ts";

type Stage = { world: World; chance: Chance; viewers: readonly WorldViewer[]; saboteur: Saboteur };

/** More at once than may be under way at a logger, of whom it leaves more unanswered than that. */
const CROWD = 36;
const UNANSWERED = 24;

/** A cell's controls, sent by one user after a while, and sometimes by others under the same ids. */
export function giveControl(stage: Stage, cell: Cell, inMs: number): Plan {
  const { chance, saboteur } = stage;
  const isBatch = cell.cmd === 322;
  const drawn = Array.from({ length: isBatch ? chance.between(2, 3) : 1 }, () =>
    anyAddress(chance),
  );
  const addresses = [...new Set(drawn)];
  const items = addresses.map((address) => draw(chance, address));
  const giver = chance.oneOf(stage.viewers.slice(0, 3));
  const ids = items.map(({ commandId }) => commandId);
  const onQuery = cell.manner === "no read-back" && chance.happens(0.6);
  const plan: Plan = { cell, ids, addresses, giver, onQuery, fired: false };
  saboteur.expect(plan);
  const livesMs = chance.happens(0.65)
    ? null
    : chance.between(-100, chance.happens(0.4) ? 8_000 : 40_000);
  give(stage, giver, cell.cmd, items, livesMs, inMs);
  if (chance.happens(0.3)) repeat(stage, cell.cmd, items, inMs);
  return plan;
}

/** Many at once at addresses of their own, at a device that says little. */
export function giveCrowd(stage: Stage): Plan[] {
  const { chance, saboteur, viewers } = stage;
  const livesMs = chance.between(3_000, 9_000);
  return APART.slice(0, CROWD).map((address, place) => {
    const item = draw(chance, address);
    const giver = chance.oneOf(viewers.slice(0, 3));
    const silent = chance.oneOf(["never", "never", "never", "late"] as const);
    const manner = place < UNANSWERED ? silent : "no read-back";
    const cell: Cell = {
      step: "5 acknowledgement",
      when: "before",
      kind: "crowd",
      manner,
      cmd: 320,
    };
    const ids = [item.commandId];
    const plan = { cell, ids, addresses: [address], giver, onQuery: false, fired: false };
    saboteur.expect(plan);
    give(
      stage,
      giver,
      320,
      [item],
      chance.happens(0.5) ? livesMs : 2 * livesMs,
      chance.between(0, 500),
    );
    return plan;
  });
}

function draw(chance: Chance, address: string): Control {
  return { commandId: chance.uuid(), address, value: anyValue(chance, address) };
}

/** The same control from the sender's other page, from another user, or from a monitor. */
function repeat(stage: Stage, cmd: number, items: readonly Control[], inMs: number): void {
  const { chance } = stage;
  const who = chance.oneOf(stage.viewers);
  give(stage, who, cmd, items, null, inMs + chance.between(-2_000, 30_000));
}

function give(
  { world }: Stage,
  viewer: WorldViewer,
  cmd: number,
  items: readonly Control[],
  livesMs: number | null,
  inMs: number,
): void {
  world.plan(inMs, () => {
    const expires = livesMs === null ? undefined : world.now() + livesMs;
    if (cmd === 322) viewer.control(cmd, items, expires);
    else
      viewer.control(
        cmd,
        items.map((item) => (expires === undefined ? item : { ...item, expires })),
      );
  });
}
