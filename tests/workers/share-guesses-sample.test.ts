import { expect, test } from "vitest";
import {
  guessOverHttp,
  guessPasswords,
  guessTokens,
  judgeShareGuesses,
} from "../probes/share-guesses/run.ts";

test("some hundred guesses open no link, and a visitor who has one may enter meanwhile", async () => {
  const tokens = await guessTokens({ seed: 1, count: 400 }, () => {});
  judgeShareGuesses({ inside: tokens.inside, looked: tokens.absent });
  expect(tokens).toMatchObject({ inside: 0, viewers: 1 });
  const overHttp = await guessOverHttp({ seed: 1, count: 150 });
  judgeShareGuesses({ inside: overHttp.inside, looked: overHttp.absent });
});

test("nor does a guess at its password", async () => {
  const typed = await guessPasswords({ seed: 1, count: 50 });
  expect(typed).toEqual({ inside: 0, wrong: 50, refused: 0 });
});
