import { z } from "zod";

/** An e-mail address as typed: trimmed, and compared without case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "required")
  .max(254, "tooLong")
  .pipe(z.email("wrongEmail"));
