import { useSyncExternalStore } from "react";

/** An error that is shown once, on whichever page the user is. */
export type Alert = {
  id: number;
  /** Key in the `problems` namespace of the locales. */
  message: string;
};

let alerts: readonly Alert[] = [];
let last = 0;
const listeners = new Set<() => void>();

/**
 * Shows an error unless it is already visible.
 * @returns its id
 */
export function raiseAlert(message: string): number {
  last += 1;
  publish([...alerts.filter((alert) => alert.message !== message), { id: last, message }]);
  return last;
}

export function dropAlert(id: number): void {
  publish(alerts.filter((alert) => alert.id !== id));
}

export function useAlerts(): readonly Alert[] {
  return useSyncExternalStore(subscribe, readAlerts, readAlerts);
}

function publish(next: readonly Alert[]): void {
  alerts = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function readAlerts(): readonly Alert[] {
  return alerts;
}
