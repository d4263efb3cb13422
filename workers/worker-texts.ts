import { createInstance, type InitOptions, type ResourceLanguage } from "i18next";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#domain/languages.ts";

const files = import.meta.glob<ResourceLanguage>(
  "/locales/*/{alarmwords,apidocs,equipment,exportwords,faults,mails,problems,push,registers,weather}.json",
  { eager: true, import: "default" },
);

/** The namespaces that the Worker translates itself; pages have i18next instances of their own. */
type WorkerNamespace =
  | "alarmwords"
  | "apidocs"
  | "equipment"
  | "exportwords"
  | "faults"
  | "mails"
  | "problems"
  | "push"
  | "registers"
  | "weather";

/** The texts of one namespace in all languages. */
type WorkerTexts = {
  /** Whether the namespace has a file in this language. */
  has(language: Language): boolean;
  /** Returns all texts of a language; those in English if it has none. */
  read(language: Language): ResourceLanguage;
  /** Returns a function that translates a key with its values, into English if the text is missing. */
  translatorOf(language: Language): (key: string, values?: object) => string;
};

/**
 * Creates the texts of a namespace. Its keys are not typed, unlike those of the pages, because callers receive them as
 * values: a Problem's key, a weather condition, an e-mail template.
 * @param options overrides the i18next options of the pages
 */
export async function createWorkerTexts(
  namespace: WorkerNamespace,
  options: InitOptions = {},
): Promise<WorkerTexts> {
  const fileOf = (language: Language) => files[`/locales/${language}/${namespace}.json`];
  const resources = Object.fromEntries(
    LANGUAGES.map((language) => [language, { [namespace]: fileOf(language) ?? {} }]),
  );
  const texts = createInstance();
  await texts.init({ ...I18N_OPTIONS, ...options, resources, defaultNS: namespace });
  return {
    has: (language) => fileOf(language) !== undefined,
    read: (language) => fileOf(language) ?? fileOf(DEFAULT_LANGUAGE) ?? {},
    translatorOf: (language) =>
      texts.getFixedT(language) as unknown as (key: string, values?: object) => string,
  };
}
