/** What changed and was not told to a viewer who does not read; only what is the newest counts once he does. */
export type MissedChanges = { errors: boolean; tree: boolean; status: Set<string> | "all" };

export function nothingMissed(): MissedChanges {
  return { errors: false, tree: false, status: new Set() };
}

/** What somebody has to be told of whom hibernation forgot what he missed. */
export function everythingMissed(): MissedChanges {
  return { errors: true, tree: true, status: "all" };
}

export function isAnythingMissed({ errors, tree, status }: MissedChanges): boolean {
  return errors || tree || status === "all" || status.size > 0;
}

/** @param addresses of the equipment whose status changed; that of the site is told with it */
export function missStatus(missed: MissedChanges, addresses: readonly string[] | "all"): void {
  if (addresses === "all" || missed.status === "all" || addresses.length === 0)
    missed.status = "all";
  else for (const address of addresses) missed.status.add(address);
}
