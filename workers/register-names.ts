import type { Language } from "#domain/languages.ts";
import { NOT_PLAIN } from "#domain/plain-line.ts";
import { wordsOf } from "#domain/registers/words-of.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const registers = await createWorkerTexts("registers");
/** A key of the catalogue, or a name of words. */
export const IDENTIFIER = /^[\w /-]+$/;
/** "AC input voltage u": the quantity and its phase. */
const ON_A_PHASE = /^(.+) ([uvw])$/i;
/** Maximum length of a name or message of a logger, characters. */
const MAX_TEXT = 200;

/** Returns the function that names a register as pages show it: translated if it is known, else made readable. */
export function registerNamer(language: Language): (name: string) => string {
  const translate = registers.translatorOf(language);
  const findName = (name: string) => {
    const key = `name.${name}`;
    const known = IDENTIFIER.test(name) ? translate(key) : key;
    return known === key ? null : known;
  };
  return (name) => {
    const known = findName(name);
    if (known !== null) return known;
    const [, measured = "", phase = ""] = ON_A_PHASE.exec(name) ?? [];
    const onPhase = findName(measured);
    if (onPhase === null) return wordsOf(toLine(name));
    return translate("ofPhase", { name: onPhase, phase: phase.toUpperCase() });
  };
}

/** Returns a text of a logger as one line without controls. */
export function toLine(text: string): string {
  return text.replace(NOT_PLAIN, " ").trim().slice(0, MAX_TEXT);
}
