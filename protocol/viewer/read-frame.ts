import { z } from "zod";
import { requestTag, type ViewerFrame, viewerFrame } from "./messages.ts";

/** Checks a frame of a browser; null if it is malformed. */
export function readViewerFrame(json: unknown): ViewerFrame | null {
  const frame = viewerFrame.safeParse(json);
  return frame.success ? frame.data : null;
}

const tagged = z.object({ tag: requestTag });

/** Returns the tag of a malformed frame, so that the browser can match the refusal; "" without one. */
export function readTag(json: unknown): string {
  return tagged.safeParse(json).data?.tag ?? "";
}
