import { type RefObject, useEffect, useState } from "react";

const TYPICAL_PX = 800;

/** How wide an element is, px. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(TYPICAL_PX);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? TYPICAL_PX)),
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
