import type { AlarmCause } from "#domain/alarms/alarm-row.ts";
import { addsToFault, faultCodeOf } from "#domain/alarms/fault-codes.ts";
import type { Language } from "#domain/languages.ts";
import type { AlarmWords } from "#operations/context.ts";
import { IDENTIFIER, registerNamer, toLine } from "./register-names.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const [texts, equipment, faults] = await Promise.all([
  createWorkerTexts("alarmwords"),
  createWorkerTexts("equipment"),
  createWorkerTexts("faults"),
]);
/** "Rack 3": the type of a device and its number. */
const ONE_OF_SEVERAL = /^(.+) (\d+)$/;
/** Types of equipment without a name of their own: the whole site, and an unknown one. */
const UNNAMED = ["site", "other"];

/** Returns the words for alarms in a language. Names and messages from loggers are one line without controls. */
export function alarmWords(language: Language): AlarmWords {
  const translate = texts.translatorOf(language);
  const nameOf = registerNamer(language);
  const translateType = equipment.translatorOf(language);
  const translateFault = faults.translatorOf(language);
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
        const message = toLine(cause.message ?? "");
        const code = faultCodeOf(cause.code);
        if (code === null)
          return (
            message ||
            toLine(cause.code ?? "") ||
            translate("causes.event", { number: number ?? "" })
          );
        const text = translateFault(`code.${code}`);
        return addsToFault(message, code, text)
          ? translateFault("withMessage", { text, message })
          : text;
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
