import { z } from "zod";
import { requestTag, type ViewerFrame, viewerFrame } from "./messages.ts";

/** A frame as a browser sends it, checked; null where it is none. */
export function readFrame(json: unknown): ViewerFrame | null {
  const frame = viewerFrame.safeParse(json);
  return frame.success ? frame.data : null;
}

const tagged = z.object({ tag: requestTag });

/** The tag of something that is no frame otherwise, so that its refusal can be matched; empty where it has none. */
export function readTag(json: unknown): string {
  return tagged.safeParse(json).data?.tag ?? "";
}
