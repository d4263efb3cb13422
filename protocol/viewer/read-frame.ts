import { type ViewerFrame, viewerFrame } from "./messages.ts";

/** A frame as a browser sends it, checked; null where it is none. */
export function readFrame(json: unknown): ViewerFrame | null {
  const frame = viewerFrame.safeParse(json);
  return frame.success ? frame.data : null;
}
