import type { Manifest } from "./manifest.ts";

/** A component that may be updated, as far as it is known. */
export type UpdateTarget = {
  typeCode: string;
  /** As the equipment reports it; null if it reports none. */
  model: string | null;
  /** Current version of the component; null if the equipment reports none. */
  version: string | null;
  /** Sequence of the release that is installed; null if it is unknown. */
  sequence: number | null;
};

/** Why a release does not fit a component. */
export type Incompatibility = "otherType" | "otherModel" | "notNewer" | "otherVersion";

/** Returns why a release does not fit a component; null if it fits. */
export function findIncompatibility(
  release: Pick<Manifest, "typeCode" | "models" | "version" | "sequence" | "from">,
  target: UpdateTarget,
): Incompatibility | null {
  if (release.typeCode !== target.typeCode) return "otherType";
  if (target.model === null || !release.models.includes(target.model)) return "otherModel";
  if (target.sequence !== null && release.sequence <= target.sequence) return "notNewer";
  if (target.version === release.version) return "notNewer";
  if (release.from === null) return null;
  const { version } = target;
  return version !== null && release.from.some((pattern) => matchesVersion(version, pattern))
    ? null
    : "otherVersion";
}

/** Returns whether a version matches a pattern such as `1.7.x`, in which `x` stands for one number. */
export function matchesVersion(version: string, pattern: string): boolean {
  const parts = version.split(".");
  const wanted = pattern.split(".");
  return (
    parts.length === wanted.length &&
    wanted.every((part, place) =>
      part === "x" ? /^\d+$/.test(parts[place] ?? "") : part === parts[place],
    )
  );
}

/** Names of the versions that equipment and loggers report for a component, most exact first. */
const VERSION_NAMES: Readonly<Record<string, readonly string[]>> = {
  logger: ["logger", "communication", "software"],
};

/** Returns the version of a component; null if it is not reported. */
export function versionOf(
  versions: Readonly<Record<string, string>>,
  component: string,
): string | null {
  const byName = new Map(
    Object.entries(versions).map(([name, version]) => [name.toLowerCase(), version]),
  );
  for (const name of VERSION_NAMES[component] ?? [component]) {
    const version = byName.get(name);
    if (version !== undefined) return version;
  }
  return null;
}
