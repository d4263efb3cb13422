import { useLive } from "#app/live/live-context.ts";

/** Registers of the measurements of a cabinet 0077. */
const MEASURED = {
  inside: "0101",
  outside: "0102",
  airConditioning: "0103",
  humidity: "0104",
  door: "0105",
  smoke: "0106",
  water: "0107",
  fan: "0108",
} as const;
type Measured = keyof typeof MEASURED;

/** Measurements of a cabinet; null for those that it does not have. States are the words of the cabinet. */
export type CabinetValues = {
  inside: number | null;
  outside: number | null;
  humidity: number | null;
} & Readonly<Record<"airConditioning" | "door" | "smoke" | "water" | "fan", string | null>>;

/** Newest measurements of a cabinet, with the words that its logger describes for its states. */
export function useCabinetValues(equipment: string): CabinetValues {
  const values = useLive(({ view }) => view?.values ?? null);
  const pieces = useLive(({ view }) => view?.equipment ?? null);
  const registers = pieces?.find(({ address }) => address === equipment)?.registers;
  const value = (name: Measured) => values?.[equipment + MEASURED[name]]?.v ?? null;
  const number = (name: Measured) => {
    const found = value(name);
    return typeof found === "number" ? found : null;
  };
  const word = (name: Measured) => {
    const found = value(name);
    const described = registers?.find(({ register }) => register === MEASURED[name]);
    return found === null ? null : (described?.options?.[String(found)] ?? null);
  };
  return {
    inside: number("inside"),
    outside: number("outside"),
    humidity: number("humidity"),
    airConditioning: word("airConditioning"),
    door: word("door"),
    smoke: word("smoke"),
    water: word("water"),
    fan: word("fan"),
  };
}
