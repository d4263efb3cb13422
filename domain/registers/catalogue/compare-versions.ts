/**
 * Compares two version texts by their numbers, for sorting: "1.10" is newer than "1.9". Signs and words separate
 * numbers, a missing number counts as zero, and a text without a number is older than any version.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  if (a.length === 0 || b.length === 0) return Math.sign(a.length - b.length);
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function numbersOf(version: string): number[] {
  return version.match(/\d+/g)?.map(Number) ?? [];
}
