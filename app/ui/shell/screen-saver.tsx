import { type ComponentType, useEffect, useState } from "react";
import { loadChunk } from "#app/load-chunk.ts";

type Watch = ComponentType<{ minutes: number }>;

/**
 * Shows the screen saver if the user has one. Its code is loaded in advance, because the device may be offline when it
 * starts.
 */
export function ScreenSaver({ minutes }: { minutes: number }) {
  const [Watch, setWatch] = useState<Watch | null>(null);
  useEffect(() => {
    if (minutes === 0) return;
    const show = ({ IdleWatch }: { IdleWatch: Watch }) => setWatch(() => IdleWatch);
    // The page works without a screen saver.
    loadChunk(() => import("./idle-watch.tsx")).then(show, () => {});
  }, [minutes]);
  return Watch && <Watch minutes={minutes} />;
}
