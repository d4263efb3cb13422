import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { COMMAND } from "../logger/command-numbers.ts";
import {
  type BatchControlBody,
  batchControlBody,
  type ControlBody,
  controlBody,
  emptyBody,
  queryBody,
} from "./messages.ts";

/** Asks for a register to be written. */
export type ControlRequest =
  | { cmd: typeof COMMAND.control | typeof COMMAND.controlOnce; body: ControlBody }
  | { cmd: typeof COMMAND.batchControl; body: BatchControlBody };
/** Asks the logger. */
export type QueryRequest =
  | { cmd: typeof COMMAND.realData | typeof COMMAND.treeQuery }
  | { cmd: typeof COMMAND.query; body: { addresses: string[] } };
/** What a viewer who is logged in may ask for; an answer's command is its request's plus one. */
export type ViewerRequest = ControlRequest | QueryRequest | { cmd: typeof COMMAND.config };

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

/** Whether a user may send this request, by the same permissions as for HTTP calls. */
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

/** Switching the inverters off and on is operating the site; every other setting is configuring it. */
export function permissionToSet(address: string): SitePermission {
  return address === SITE_ADDRESS.invertersOn ? "control" : "configure";
}
