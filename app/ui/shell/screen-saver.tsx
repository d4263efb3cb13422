import { type ComponentType, useEffect, useState } from "react";
import { loadChunk } from "../../load-chunk.ts";

type Watch = ComponentType<{ minutes: number }>;

/** Loaded by whoever has one, and beforehand: it may be due while nobody is online. */
export function ScreenSaver({ minutes }: { minutes: number }) {
  const [Watch, setWatch] = useState<Watch | null>(null);
  useEffect(() => {
    if (minutes === 0) return;
    const show = ({ IdleWatch }: { IdleWatch: Watch }) => setWatch(() => IdleWatch);
    // A page without one is a page all the same.
    loadChunk(() => import("./idle-watch.tsx")).then(show, () => {});
  }, [minutes]);
  return Watch && <Watch minutes={minutes} />;
}
