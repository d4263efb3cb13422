/** A date or time within an inserted text is left as it is because it is isolated already. */
const TURNS = /(\u2066[\d :-]+\u2069)|[\u202a-\u202e\u2066-\u2069]/g;
/** Characters that change the direction of the following text, and letters of right-to-left scripts. */
const MAY_TURN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufefc]/;
/** Text that is isolated already, for example a number. */
const ISOLATED = /^[\u2066-\u2068][^\u202a-\u202e\u2066-\u2069]*\u2069$/;

/** Isolates an inserted text so that its direction cannot change that of the sentence around it. */
export function isolateInterpolation(text: string): string {
  if (!MAY_TURN.test(text) || ISOLATED.test(text)) return text;
  return `\u2068${text.replace(TURNS, "$1")}\u2069`;
}
