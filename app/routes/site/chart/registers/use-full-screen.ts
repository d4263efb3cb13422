import { type RefObject, useEffect, useState } from "react";

/** px that title, tools and legend take beside the chart. */
const AROUND_PX = 260;
const MIN_PX = 240;

/** Whether an element fills the screen, and how to make it so; null where the browser cannot. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    setThere(document.fullscreenEnabled);
    const update = () => setOn(document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, [element]);
  const turn = () => {
    const done = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
    // A browser may refuse; everything stays as it is.
    done?.catch(() => undefined);
  };
  return {
    isOn,
    turn: isThere ? turn : null,
    height: isOn ? Math.max(MIN_PX, innerHeight - AROUND_PX) : MIN_PX,
  };
}
