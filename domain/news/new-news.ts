import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../languages.ts";
import { MAX_NEWS_TEXT, MAX_NEWS_TITLE } from "../text-limits.ts";

/**
 * Instant of publication of a draft, ms UTC: the last one that exists. A draft is thereby hidden like news of the future,
 * also by earlier releases.
 */
export const DRAFT_AT = 8_640_000_000_000_000;

const newsWords = z.strictObject({
  /** Title in one line. */
  title: z
    .string()
    .trim()
    .min(1, "required")
    .max(MAX_NEWS_TITLE, "tooLong")
    .regex(/^\P{Cc}*$/u),
  /** Plain text; an empty line begins a paragraph. */
  text: z
    .string()
    .transform((text) => text.toWellFormed().replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, "required").max(MAX_NEWS_TEXT, "tooLong")),
});

/** Texts by language. English is always present and replaces missing ones. */
export const newsTexts = z
  .partialRecord(z.enum(LANGUAGES), newsWords)
  .refine((texts) => texts[DEFAULT_LANGUAGE] !== undefined, {
    path: [DEFAULT_LANGUAGE, "title"],
    error: "required",
  });
export type NewsTexts = Partial<Record<Language, z.infer<typeof newsWords>>>;

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Input of a news item. */
export const newNews = z
  .strictObject({
    /** Publication time; now by default. */
    publish: instant.nullable().default(null),
    /** End of publication; never by default. */
    until: instant.nullable().default(null),
    /** Whether it is shown to all users prominently. */
    attention: z.boolean().default(false),
    texts: newsTexts,
  })
  .refine(({ publish, until }) => until === null || publish === null || until > publish, {
    path: ["until"],
    error: "ends before it comes out",
  });
/** Input of a news item before the defaults are applied. */
export type NewNewsInput = z.input<typeof newNews>;
export type NewNews = z.output<typeof newNews>;
