import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { switchCounterOf } from "#protocol/switch-rpc.ts";

/** At no site has any of them switched anything yet: sites of tests follow each other within a minute. */
export async function resetSwitchCounters(people: readonly number[]): Promise<void> {
  for (const person of people) {
    const counter = env.SWITCHES.get(env.SWITCHES.idFromName(switchCounterOf(person)));
    await runInDurableObject(counter, (_, { storage }) => storage.deleteAll());
  }
}
