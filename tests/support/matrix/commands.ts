import { limitActor } from "#domain/access/token-scope.ts";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import type { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { ViewerStamp } from "#protocol/site-rpc.ts";

type Name = keyof typeof COMMAND;

/** Who may have a socket at a site; the others are refused a ticket (see the row of socketTicket). */
export const VIEWERS: Record<string, Partial<ViewerStamp>> = {
  owner: { person: 1, role: 1, owner: true },
  administrator: { person: 2, role: 1, owner: false },
  full: { person: 3, role: 2, owner: false },
  dealer: { person: 4, role: 2, owner: false },
  monitor: { person: 5, role: 3, owner: false },
  demo: { person: 6, role: 2, owner: false, demo: true },
  share: { person: -1, role: 3, owner: false, share: true },
  lookingToken: withToken("read"),
  controllingToken: withToken("control"),
  managingToken: withToken("manage"),
};

/** The owner with a personal access token, whose scope limits the role. */
function withToken(scope: TokenScope): Partial<ViewerStamp> {
  const actor = { role: 1, owner: true, demo: false, share: false } as const;
  const { role, owner } = limitActor(actor, { scope, siteIds: null });
  return { person: 1, ...(role !== 0 && { role }), owner };
}

// Specification, section 6, and the contract of the viewer's socket: a monitor can ask nothing that changes anything,
// the demo account changes nothing, and a share session has no queries.
const FULL_FUNCTION = [
  "owner",
  "administrator",
  "full",
  "dealer",
  "controllingToken",
  "managingToken",
];
const EVERY_MEMBER = [...FULL_FUNCTION, "monitor", "demo", "lookingToken"];

const ON_OFF = "FFFF000400";
const SETTING = "0033110047";
let made = 0;
function commandId(): string {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
}
const control = (address: string) => () => ({ commandId: commandId(), address, value: 1 });

export type CommandRow = { may: readonly string[]; body(): object };

/** Every command that a viewer may give or ask has its row here. */
export const COMMAND_ROWS: Partial<Record<Name, readonly CommandRow[]>> = {
  control: [
    { may: FULL_FUNCTION, body: control(ON_OFF) },
    { may: FULL_FUNCTION, body: control(SETTING) },
  ],
  controlOnce: [{ may: FULL_FUNCTION, body: control(ON_OFF) }],
  batchControl: [
    {
      may: FULL_FUNCTION,
      body: () => ({
        items: [ON_OFF, SETTING].map((address) => control(address)()),
      }),
    },
  ],
  realData: [{ may: EVERY_MEMBER, body: () => ({}) }],
  config: [{ may: EVERY_MEMBER, body: () => ({}) }],
  query: [{ may: EVERY_MEMBER, body: () => ({ addresses: [SETTING] }) }],
  treeQuery: [{ may: EVERY_MEMBER, body: () => ({}) }],
};
