import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { COMMAND } from "../logger/command-numbers.ts";
import {
  type BatchControlBody,
  batchControlBody,
  type ControlBody,
  controlBody,
  emptyBody,
  queryBody,
} from "./messages.ts";

/** What a viewer who is logged in may ask for; an answer's command is its request's plus one. */
export type ViewerRequest =
  | { cmd: typeof COMMAND.control | typeof COMMAND.controlOnce; body: ControlBody }
  | { cmd: typeof COMMAND.batchControl; body: BatchControlBody }
  | { cmd: typeof COMMAND.query; body: { addresses: string[] } }
  | { cmd: typeof COMMAND.realData | typeof COMMAND.treeQuery | typeof COMMAND.config };

/** Switching the inverters off and on is operating the site; every other setting is configuring it. */
const CONTROL_ADDRESS = "FFFF000400";

/** The request, or null where the command is not one or its body is malformed. */
export function readRequest(cmd: number, body: unknown): ViewerRequest | null {
  switch (cmd) {
    case COMMAND.control:
    case COMMAND.controlOnce: {
      const control = controlBody.safeParse(body);
      return control.success ? { cmd, body: control.data } : null;
    }
    case COMMAND.batchControl: {
      const batch = batchControlBody.safeParse(body);
      return batch.success ? { cmd, body: batch.data } : null;
    }
    case COMMAND.query: {
      const query = queryBody.safeParse(body);
      return query.success ? { cmd, body: query.data } : null;
    }
    case COMMAND.realData:
    case COMMAND.treeQuery:
    case COMMAND.config:
      return emptyBody.safeParse(body).success ? { cmd } : null;
    default:
      return null;
  }
}

/** Whether a person may ask for this: the same table of rights as for the HTTP calls. */
export function mayAsk(actor: SiteActor, request: ViewerRequest): boolean {
  return permissionsFor(request).every((permission) => can(actor, permission));
}

function permissionsFor(request: ViewerRequest): SitePermission[] {
  switch (request.cmd) {
    case COMMAND.control:
    case COMMAND.controlOnce:
      return [permissionToSet(request.body.address)];
    case COMMAND.batchControl:
      return request.body.items.map((item) => permissionToSet(item.address));
    default:
      return ["queryLogger"];
  }
}

/** What it takes to write a register. */
export function permissionToSet(address: string): SitePermission {
  return address === CONTROL_ADDRESS ? "control" : "configure";
}
