import { type MemberRole, SITE_ROLE } from "../access/roles.ts";

/**
 * Returns whether a new member receives the site's alarms until an owner or administrator changes that: those who may
 * view the alarm log do, monitors do not.
 */
export function receivesAlarmsAt(role: MemberRole): boolean {
  return role !== SITE_ROLE.monitor;
}
