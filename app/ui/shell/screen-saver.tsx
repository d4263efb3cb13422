import { lazyComponent } from "../lazy-component.tsx";

const IdleWatch = lazyComponent(() => import("./idle-watch.tsx"), { reportErrors: false });

/**
 * Shows the screen saver if the user has one. Its code is loaded in advance, because the device may be offline when it
 * starts.
 */
export function ScreenSaver({ minutes }: { minutes: number }) {
  return minutes > 0 && <IdleWatch minutes={minutes} />;
}
