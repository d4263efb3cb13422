import { z } from "zod";

/** Control characters other than line breaks and tabs. */
const UNPRINTABLE = /[\p{Cc}--[\n\t]]/gv;

/** Text of several lines that a user enters, without what cannot be shown. Lines end with a line feed. */
export const plainText = z
  .string()
  .transform((text) =>
    text.toWellFormed().replaceAll("\r\n", "\n").replace(UNPRINTABLE, "").trim(),
  );
