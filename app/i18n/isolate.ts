/** But for a date or a time of a text that is filled in: it turns itself alone. */
const TURNS = /(\u2066[\d :-]+\u2069)|[\u202a-\u202e\u2066-\u2069]/g;
/** Signs that turn the direction of what follows, and letters that are written from right to left. */
const MAY_TURN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufefc]/;
/** A figure, say, that has its direction already. */
const ISOLATED = /^[\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]*\u2069$/;

/** What is filled into a sentence, so that its direction cannot change that of the words around it. */
export function isolate(text: string): string {
  if (!MAY_TURN.test(text) || ISOLATED.test(text)) return text;
  return `\u2068${text.replace(TURNS, "$1")}\u2069`;
}
