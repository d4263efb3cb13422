import SaverPicture from "./saver-picture.tsx";
import { useIdle } from "./use-idle.ts";

/** Brings the screen saver after so many minutes; 0 is never. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const [idle, end] = useIdle(minutes);
  return idle ? <SaverPicture onEnd={end} /> : null;
}
