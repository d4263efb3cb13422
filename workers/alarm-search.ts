import { FAULT_CODES, normalizeFaultCode } from "#domain/alarms/fault-codes.ts";
import { alarmType } from "#domain/alarms/site-rules.ts";
import type { Language } from "#domain/languages.ts";
import { normalizeForSearch } from "#domain/sites/normalize-for-search.ts";
import type { AlarmSubjects } from "#protocol/alarms.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const [texts, registers, equipment, faults] = await Promise.all([
  createWorkerTexts("alarmwords"),
  createWorkerTexts("registers"),
  createWorkerTexts("equipment"),
  createWorkerTexts("faults"),
]);
const CONDITIONS = ["noData", "loggerOffline", "clockWrong", "equipmentMissing"] as const;
/** Last part of the key of a description: the side of a limit, or a value. */
const SIDES = ["low", "high", "value"] as const;
const PHASES = ["U", "V", "W"] as const;
/** "Rack 3": the type of a device and its number. */
const NUMBERED = /^(.+) (\d+)$/;

/** A stored word, and its text in the form in which texts are searched. */
type Worded = { key: string; text: string };
const known = new Map<Language, { descriptions: Worded[]; types: Worded[]; faults: Worded[] }>();

/**
 * Finds the alarms whose description or device contains a text in a language, as far as the portal words them: the log
 * stores the keys of these texts.
 */
export function findAlarmSubjects(search: string, language: Language): AlarmSubjects {
  const wanted = normalizeForSearch(search);
  const { descriptions, types, faults } = wordsOf(language);
  const has = ({ text }: Worded) => text.includes(wanted);
  const keysOf = (words: readonly Worded[]) => [...new Set(words.map(({ key }) => key))];
  const [, type, number] = NUMBERED.exec(wanted) ?? [];
  const numbered = types.filter(({ text }) => text === type).map(({ key }) => `${key} ${number}`);
  return {
    descriptions: keysOf(descriptions.filter(has)),
    deviceTypes: keysOf(types.filter(has)),
    devices: numbered,
    faultCodes: keysOf(faults.filter(has)),
  };
}

function wordsOf(language: Language) {
  const held = known.get(language);
  if (held !== undefined) return held;
  const made = {
    descriptions: describeAll(language),
    types: typesIn(language),
    faults: faultsIn(language),
  };
  known.set(language, made);
  return made;
}

function describeAll(language: Language): Worded[] {
  const translate = texts.translatorOf(language);
  const translateRegister = registers.translatorOf(language);
  const describe = (key: string, name: string): Worded[] =>
    SIDES.map((side) => ({
      key: `${key} ${side}`,
      text: normalizeForSearch(translate(`causes.${side}`, { name })),
    }));
  const names = Object.entries(registers.read(language).name as Record<string, string>);
  return [
    ...CONDITIONS.map((key) => ({ key, text: normalizeForSearch(translate(`causes.${key}`)) })),
    ...alarmType.options.flatMap((type) => describe(type, translate(`types.${type}`))),
    ...names.flatMap(([key, name]) => describe(key, name)),
    ...names
      .filter(([key]) => key.includes(" "))
      .flatMap(([key, name]) =>
        PHASES.flatMap((phase) => describe(key, translateRegister("ofPhase", { name, phase }))),
      ),
  ];
}

function typesIn(language: Language): Worded[] {
  const types = Object.entries(equipment.read(language).type as Record<string, string>);
  return types.map(([key, text]) => ({ key, text: normalizeForSearch(text) }));
}

function faultsIn(language: Language): Worded[] {
  const translate = faults.translatorOf(language);
  return FAULT_CODES.map((code) => ({
    key: normalizeFaultCode(code),
    text: normalizeForSearch(translate(`code.${code}`)),
  }));
}
