import { type RefObject, useEffect, useState } from "react";

/** Height of title, tools and legend beside the chart, px. */
const AROUND_PX = 260;
const MIN_PX = 240;

/** Whether an element fills the screen, and a function that toggles it; null if the browser does not support it. */
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
    // The browser may refuse; then nothing changes.
    done?.catch(() => undefined);
  };
  return {
    isOn,
    turn: isThere ? turn : null,
    height: isOn ? Math.max(MIN_PX, innerHeight - AROUND_PX) : MIN_PX,
  };
}
