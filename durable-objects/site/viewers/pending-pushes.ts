/** Changes that were not sent to a viewer who does not read; only the newest state is sent later. */
export type PendingPushes = {
  errors: boolean;
  tree: boolean;
  status: Set<string> | "all";
  alarms: boolean;
};

export function nonePending(): PendingPushes {
  return { errors: false, tree: false, status: new Set(), alarms: false };
}

/** Initial state after hibernation: what the viewer missed is unknown, so everything is sent again. */
export function allPending(): PendingPushes {
  return { errors: true, tree: true, status: "all", alarms: true };
}

export function isAnyPending({ errors, tree, status, alarms }: PendingPushes): boolean {
  return errors || tree || alarms || status === "all" || status.size > 0;
}

/**
 * Marks statuses to be pushed.
 * @param addresses of the equipment whose status changed; the push contains the site's status, too
 */
export function markStatusPending(
  pending: PendingPushes,
  addresses: readonly string[] | "all",
): void {
  if (addresses === "all" || pending.status === "all" || addresses.length === 0)
    pending.status = "all";
  else for (const address of addresses) pending.status.add(address);
}
