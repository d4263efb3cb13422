import { DAY_MS } from "#domain/units/durations.ts";
import { type AlarmLink, signAlarmLink } from "#protocol/keys/alarm-link.ts";
import type { Context } from "../context.ts";

/** Time for which the links in a notification are valid, ms. */
export const ALARM_LINK_MS = 7 * DAY_MS;

/**
 * Returns the addresses of the pages on which a user acknowledges or snoozes an alarm without a sign-in. Each page has
 * one button; opening it changes nothing.
 */
export function actionLinks(
  { keys, now, portalOrigin }: Pick<Context, "keys" | "now" | "portalOrigin">,
  alarm: Omit<AlarmLink, "expiresAt">,
): { acknowledge: string; snooze: string } {
  const token = signAlarmLink(keys, { ...alarm, expiresAt: now() + ALARM_LINK_MS });
  const link = (action: string) =>
    `${portalOrigin}/alarm-action?${new URLSearchParams({ token, action })}`;
  return { acknowledge: link("acknowledge"), snooze: link("snooze") };
}
