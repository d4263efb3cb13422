import { useCallback, useEffect, useState } from "react";
import { MINUTE_MS } from "#domain/units/durations.ts";

const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "visibilitychange"];

/** Whether there was no input for the given number of minutes; never for 0. The caller resets it. */
export function useIdle(minutes: number): [idle: boolean, end: () => void] {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (minutes === 0 || idle) return;
    let last = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const left = last + minutes * MINUTE_MS - Date.now();
      if (left <= 0) setIdle(true);
      else timer = setTimeout(look, left);
    };
    const touched = () => {
      last = Date.now();
    };
    look();
    for (const input of INPUTS) document.addEventListener(input, touched, true);
    return () => {
      clearTimeout(timer);
      for (const input of INPUTS) document.removeEventListener(input, touched, true);
    };
  }, [minutes, idle]);
  return [idle, useCallback(() => setIdle(false), [])];
}
