import { type RefObject, useEffect, useRef } from "react";

/** Speed of the smallest and of the largest flow, px/s. */
const SLOWEST = 18;
const FASTEST = 110;

/**
 * Animates the dots of a path. The speed follows the size of the flow and changes without a jump, because only the rate
 * of the running animation changes.
 */
export function useDrift(
  running: boolean,
  share: number,
  spacing: number,
): RefObject<SVGPathElement | null> {
  const path = useRef<SVGPathElement>(null);
  const animation = useRef<Animation>(undefined);
  useEffect(() => {
    if (!running || !path.current || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const drift = path.current.animate(
      [{ strokeDashoffset: String(spacing) }, { strokeDashoffset: "0" }],
      { duration: (spacing / SLOWEST) * 1000, iterations: Number.POSITIVE_INFINITY },
    );
    animation.current = drift;
    return () => {
      drift.cancel();
      animation.current = undefined;
    };
  }, [running, spacing]);
  useEffect(() => {
    const speed = SLOWEST + (FASTEST - SLOWEST) * share;
    animation.current?.updatePlaybackRate(speed / SLOWEST);
  }, [share]);
  return path;
}
