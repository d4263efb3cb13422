import SaverPicture from "./saver-picture.tsx";
import { useIdle } from "./use-idle.ts";

/** Starts the screen saver after a number of minutes without input; 0 is never. */
export default function IdleWatch({ minutes }: { minutes: number }) {
  const [idle, end] = useIdle(minutes);
  return idle ? <SaverPicture onEnd={end} /> : null;
}
