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

/** Request to write one or more registers. */
export type ControlRequest =
  | { cmd: typeof COMMAND.control | typeof COMMAND.controlOnce; body: ControlBody }
  | { cmd: typeof COMMAND.batchControl; body: BatchControlBody };
/** Request for data from the logger. */
export type QueryRequest =
  | { cmd: typeof COMMAND.realData | typeof COMMAND.treeQuery }
  | { cmd: typeof COMMAND.query; body: { addresses: string[] } };
/** Request of a viewer who is logged in. The command number of its answer is greater by one. */
export type ViewerRequest = ControlRequest | QueryRequest | { cmd: typeof COMMAND.config };

/** Reads a request; null if the command number is not that of a request, or if its body is malformed. */
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

/** Returns whether an actor may send a request, by the same permissions as for HTTP calls. */
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

/** Returns the permission to write a register: `control` for the inverter switch, `configure` for all others. */
export function permissionToSet(address: string): SitePermission {
  return address === SITE_ADDRESS.invertersOn ? "control" : "configure";
}
