import { beforeAll, expect, test } from "vitest";
import { guessLabels, judgeLabels, MAX_CHECKED } from "../probes/claims/guess-labels.ts";
import { raceSites } from "../probes/claims/race-sites.ts";
import { seedUsers } from "../support/seed-users.ts";

beforeAll(seedUsers);

test("a hundred and fifty guesses claim no module, and who has a label comes through", async () => {
  const result = await guessLabels({ seed: 1, count: 150 }, () => {});
  judgeLabels(result);
  expect(result).toMatchObject({ claimed: 0, ownersIn: 1 });
  expect(result.wrong).toBeLessThanOrEqual(MAX_CHECKED);
});

test.each([2, 50])("of %i at once one wins, and nothing is half done", async (atOnce) => {
  await raceSites({ seed: 1, races: 1, atOnce }, () => {});
});
