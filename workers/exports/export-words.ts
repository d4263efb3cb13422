import type { Language } from "#domain/languages.ts";
import type { EnergyColumn, ExportWords } from "#operations/context.ts";
import type { ExportRegister } from "#protocol/history/export-rows.ts";
import { registerNamer, toLine } from "../register-names.ts";
import { createWorkerTexts } from "../worker-texts.ts";

const texts = await createWorkerTexts("exportwords");

/** Units of the columns that are no energies in Wh. */
const UNITS: Readonly<Partial<Record<EnergyColumn, string>>> = { batterysoc: "%", batteryvol: "V" };

/** Returns the words of exported files: their headings, each with its unit. */
export function exportWords(language: Language): ExportWords {
  const translate = texts.translatorOf(language);
  const nameOf = registerNamer(language);
  return {
    time: { local: translate("time.local"), offset: translate("time.offset") },
    energy: (name) => `${translate(`energy.${name}`)} (${UNITS[name] ?? "Wh"})`,
    register({ address, name, unit, equipment }: ExportRegister) {
      const own = name === null ? address : nameOf(name);
      const withUnit = unit === null ? own : `${own} (${toLine(unit)})`;
      return equipment === null ? withUnit : `${toLine(equipment)} – ${withUnit}`;
    },
  };
}
