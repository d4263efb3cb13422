import { type RefObject, useEffect, useState } from "react";
import type { PlantZone } from "#domain/devices/plant-map.ts";
import type { Box, Measured } from "./plant-lines.ts";

export type MeasuredPicture = Pick<Measured, "nodes" | "zones">;

/**
 * Measures the nodes (`data-node`) and zones (`data-zone`) of a picture after each change of its size.
 * @param contents another value when the picture has other nodes
 * @returns null before the first measurement, which needs scripts
 */
export function useMeasured(
  picture: RefObject<HTMLElement | null>,
  contents: unknown,
): MeasuredPicture | null {
  const [measured, setMeasured] = useState<MeasuredPicture | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other contents are measured again
  useEffect(() => {
    const root = picture.current;
    if (root === null) return;
    const measure = () => setMeasured(measurePicture(root));
    const observer = new ResizeObserver(measure);
    observer.observe(root);
    for (const part of root.querySelectorAll("[data-node], [data-zone]")) observer.observe(part);
    return () => observer.disconnect();
  }, [picture, contents]);
  return measured;
}

function measurePicture(root: HTMLElement): MeasuredPicture {
  const frame = root.getBoundingClientRect();
  const boxOf = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      left: left - frame.left,
      top: top - frame.top,
      right: right - frame.left,
      bottom: bottom - frame.top,
    };
  };
  const boxes = (name: string) =>
    [...root.querySelectorAll(`[${name}]`)].map(
      (element) => [element.getAttribute(name) ?? "", boxOf(element)] as const,
    );
  return {
    nodes: new Map(boxes("data-node")),
    zones: new Map(boxes("data-zone") as [PlantZone, Box][]),
  };
}
