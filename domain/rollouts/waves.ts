import type { RolloutPlan } from "./rollout-plan.ts";

type Waves = Pick<RolloutPlan, "canary" | "waves">;

/**
 * Returns the number of sites that are begun up to the end of a wave; wave 0 is the canary.
 * @param total sites that take part
 */
export function sitesUpTo(wave: number, { canary, waves }: Waves, total: number): number {
  if (wave === 0) return Math.min(canary, total);
  const percent = waves[wave - 1] ?? 100;
  return Math.min(total, Math.max(canary, Math.ceil((total * percent) / 100)));
}

/** Returns the number of sites of each wave, the canary first; a wave may have none. */
export function sizesOfWaves(plan: Waves, total: number): number[] {
  return Array.from({ length: plan.waves.length + 1 }, (_, wave) => {
    const before = wave === 0 ? 0 : sitesUpTo(wave - 1, plan, total);
    return Math.max(0, sitesUpTo(wave, plan, total) - before);
  });
}
