import type { AlarmCause } from "#domain/alarms/alarm-row.ts";
import type { Language } from "#domain/languages.ts";
import { NOT_PLAIN } from "#domain/plain-line.ts";
import { wordsOf } from "#domain/registers/words-of.ts";
import type { AlarmWords } from "#operations/context.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const [texts, registers, equipment] = await Promise.all([
  createWorkerTexts("alarmwords"),
  createWorkerTexts("registers"),
  createWorkerTexts("equipment"),
]);
/** A key of the catalogue, or a name of words. */
const IDENTIFIER = /^[\w /-]+$/;
/** "Rack 3": the type of a device and its number. */
const ONE_OF_SEVERAL = /^(.+) (\d+)$/;
/** Types of equipment without a name of their own: the whole site, and an unknown one. */
const UNNAMED = ["site", "other"];
/** "AC input voltage u": the quantity and its phase. */
const ON_A_PHASE = /^(.+) ([uvw])$/i;
/** Maximum length of a name or message within a description, characters. */
const MAX_TEXT = 200;

/** Returns the words for alarms in a language. Names and messages from loggers are one line without controls. */
export function alarmWords(language: Language): AlarmWords {
  const translate = texts.translatorOf(language);
  const translateRegister = registers.translatorOf(language);
  const findName = (name: string) => {
    const key = `name.${name}`;
    const known = IDENTIFIER.test(name) ? translateRegister(key) : key;
    return known === key ? null : known;
  };
  /** Returns a name as pages show it: translated if the register is known, else made readable. */
  const nameOf = (name: string) => {
    const known = findName(name);
    if (known !== null) return known;
    const [, measured = "", phase = ""] = ON_A_PHASE.exec(name) ?? [];
    const onPhase = findName(measured);
    if (onPhase === null) return wordsOf(toLine(name));
    return translateRegister("ofPhase", { name: onPhase, phase: phase.toUpperCase() });
  };
  const translateType = equipment.translatorOf(language);
  const findType = (name: string) => {
    const key = `type.${name}`;
    const known = IDENTIFIER.test(name) ? translateType(key) : key;
    return known === key ? null : known;
  };
  /** Returns the name of a device as pages show it: that of its type, translated, if the logger gave no other. */
  const deviceOf = (name: string) => {
    if (UNNAMED.includes(name)) return "";
    const [, type = "", number = ""] = ONE_OF_SEVERAL.exec(name) ?? [];
    const numbered = findType(type);
    return findType(name) ?? (numbered === null ? name : `${numbered} ${number}`);
  };
  const describeCause = (cause: AlarmCause, number: number | null): string => {
    switch (cause.kind) {
      case "limit": {
        const name =
          cause.name === null ? translate(`types.${cause.alarmType}`) : nameOf(cause.name);
        return translate(`causes.${cause.side}`, { name });
      }
      case "value": {
        const name = cause.name === null ? translate("types.custom") : nameOf(cause.name);
        return translate("causes.value", { name });
      }
      case "event": {
        const text = toLine(cause.message || cause.code || "");
        return text || translate("causes.event", { number: number ?? "" });
      }
      case "platform":
        return translate(`causes.${cause.condition}`);
    }
  };
  return {
    describe: ({ cause, eventNo }) => describeCause(cause, eventNo),
    device: (deviceName) => deviceOf(toLine(deviceName)),
    source: (source) => translate(`sources.${source}`),
    level: (level) => translate(`levels.${level}`),
    reason: (reason) => translate(`reasons.${reason}`),
    column: (name) => translate(`columns.${name}`),
    yes: translate("yes"),
  };
}

function toLine(text: string): string {
  return text.replace(NOT_PLAIN, " ").trim().slice(0, MAX_TEXT);
}
