import { type ComponentType, useEffect, useState } from "react";
import { useIdle } from "./use-idle.ts";

type Saver = ComponentType<{ onEnd: () => void }>;

/** Brings the screen saver after so many minutes; 0 is never. It is loaded when it first comes. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const [idle, end] = useIdle(minutes);
  const [Saver, setSaver] = useState<Saver | null>(null);
  useEffect(() => {
    if (!idle || Saver !== null) return;
    // Where it cannot be loaded, the page stays as it is; the next time may be luckier.
    import("./screen-saver.tsx").then((module) => setSaver(() => module.default)).catch(end);
  }, [idle, Saver, end]);
  return idle && Saver !== null ? <Saver onEnd={end} /> : null;
}
