import type { Say } from "../../support/texts.ts";
import type { Hand } from "./hand.ts";

/** A user who looks for an answer. */
export type Asker = { hand: Hand; say: Say; language: "en" | "ar" };
/** Returns the text that answers the question, empty while there is none. */
export type Read = () => Promise<string>;
/** The answer that follows from independent data. */
export type Expected = { text: string; isIn(shown: string): boolean };

/** Kinds of sites of the demo. */
export type SiteName = "house" | "cloudyHouse" | "clinic";

export type Question = {
  text: string;
  /** Where it is asked: on the overview of a site, or on the list of the sites of an installer. */
  at: SiteName | "list";
  /** Clicks to the place of the answer, and how to read it. */
  find(asker: Asker): Promise<Read>;
  /** Computed anew for each asking, because time passes. */
  expected(asker: Asker): Promise<Expected>;
};

export type Answer = {
  clicks: number;
  keys: number;
  seconds: number;
  shown: string;
  expected: string;
  isRight: boolean;
};

/** Most clicks to an answer. */
export const MAX_CLICKS = 2;
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 150;

/** A question without a known answer is not answered. */
function unknown(error: Error): Expected {
  return { text: error.message, isIn: () => false };
}

/** Asks a question on its page, and waits until the answer is right, or for half a minute. */
export async function answer(question: Question, asker: Asker): Promise<Answer> {
  const expected = await question.expected(asker).catch(unknown);
  const { hand } = asker;
  const begun = performance.now();
  const read = await question.find(asker);
  let shown = "";
  let isRight = false;
  while (!isRight && performance.now() - begun < PATIENCE_MS) {
    shown = await read().catch((error: Error) => error.message);
    isRight = expected.isIn(shown);
    if (!isRight) await hand.page.waitForTimeout(LOOK_AGAIN_MS);
  }
  return {
    ...{ clicks: hand.clicks, keys: hand.keys, shown, isRight },
    seconds: (performance.now() - begun) / 1_000,
    expected: expected.text,
  };
}
