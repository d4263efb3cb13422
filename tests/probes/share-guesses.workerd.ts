/** Guesses at links and their passwords open none, and visitors who have a link may enter meanwhile. */
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import {
  guessOverHttp,
  guessPasswords,
  guessTokens,
  judgeShareGuesses,
} from "./share-guesses/run.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  /** At tokens, against the limiter. */
  count: z.coerce.number().int().positive().default(1_000_000),
  /** At tokens, over HTTP. */
  http: z.coerce.number().int().positive().default(10_000),
  /** At the password of one link. */
  passwords: z.coerce.number().int().positive().default(20_000),
});

test("no guess opens a link", async () => {
  const { seed, count, http, passwords } = options;
  const say = (line: string) => console.log(line);
  const tokens = await guessTokens({ seed, count }, say);
  say(`${count} tokens, against the limiter: ${JSON.stringify(tokens)}`);
  judgeShareGuesses({ inside: tokens.inside, looked: tokens.absent });
  const overHttp = await guessOverHttp({ seed, count: http });
  say(`${http} tokens, over HTTP: ${JSON.stringify(overHttp)}`);
  judgeShareGuesses({ inside: overHttp.inside, looked: overHttp.absent });
  const typed = await guessPasswords({ seed, count: passwords });
  say(`${passwords} passwords: ${JSON.stringify(typed)}`);
  judgeShareGuesses({ inside: typed.inside, looked: typed.wrong });
});
