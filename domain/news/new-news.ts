import { z } from "zod";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../languages.ts";

/** Maximum length of a text; six texts of this length fit into one statement of D1. */
const MAX_TEXT_LENGTH = 4_000;

const newsWords = z.strictObject({
  /** Title in one line. */
  title: z
    .string()
    .trim()
    .min(1)
    .max(150)
    .regex(/^\P{Cc}*$/u),
  /** Plain text; an empty line begins a paragraph. */
  text: z.string().trim().min(1).max(MAX_TEXT_LENGTH),
});

/** Texts by language. English is always present and replaces missing ones. */
const newsTexts = z
  .partialRecord(z.enum(LANGUAGES), newsWords)
  .refine((texts) => texts[DEFAULT_LANGUAGE] !== undefined, {
    path: [DEFAULT_LANGUAGE],
    error: "English is needed",
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
