import { type RefObject, useEffect, useState } from "react";

const TYPICAL_PX = 800;

/** Width of an element, px; a hidden element keeps its last width. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(TYPICAL_PX);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 0);
      if (now > 0) setWidth(now);
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
