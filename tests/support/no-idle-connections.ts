import { Agent } from "node:http";

/**
 * The runtime closes a connection 5 s after its last answer. On a busy machine a request of a journey may be on its way
 * by then, which ends in ECONNRESET and says nothing about the portal. Requests that a journey makes beside its pages
 * therefore take a connection of their own; browsers repeat such a request by themselves.
 */
export function closeIdleConnections(): void {
  Agent.prototype.keepSocketAlive = () => false;
}
