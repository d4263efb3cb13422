import { callAs } from "../../support/call-api.ts";
import { PASSWORD, type Racer } from "./racer.ts";

/** What ends, and who has it end: the same one only at a log-out and a deletion. */
export type Scene = {
  victim: string;
  /** Ends it; the status of the answer. */
  revoke(): Promise<number>;
  /** What the next call with it gets. */
  refusal: number;
  /** What goes on. */
  survivor: string | null;
  /** Whether personal access tokens that the victim makes end with it; a session that ends leaves its person's. */
  endsTokens?: true;
};

type Way = (racer: Racer, number: number) => Promise<Scene>;

const statusOf = async (token: string, path: string, input: object) =>
  (await callAs(token, path, input)).status;
const change = { oldPassword: PASSWORD, password: "Kw7xTq20", confirmPassword: "Kw7xTq20" };

async function addToken(token: string): Promise<{ id: string; token: string }> {
  const input = { name: "A script", scope: "read", days: 1 };
  const { body } = await callAs(token, "/user/v2/token/add", input);
  return body.data as { id: string; token: string };
}

/**
 * Makes tokens as fast as it can until that is refused, as a thief would with a session that is about to end; it ends also
 * where `over` says so.
 * @returns all that were made, and how it was refused
 */
export async function makeTokens(token: string, over: () => boolean) {
  const made: string[] = [];
  const input = { name: "A thief's", scope: "manage", days: 365 };
  for (;;) {
    const { status, body } = await callAs(token, "/user/v2/token/add", input);
    if (status === 200) made.push((body.data as { token: string }).token);
    if ((status !== 200 && status !== 409) || over()) return { made, refusal: status };
    // Else no timer of the runtime has its turn. 409: there are too many, until what ends them makes room.
    await scheduler.wait(1);
  }
}

/** Every way in which a session or token can end. */
export const WAYS: Readonly<Record<string, Way>> = {
  async logOut(racer, number) {
    const [victim, survivor] = [await racer.signIn(number), await racer.signIn(number)];
    const revoke = () => statusOf(victim, "/auth/v2/logout", {});
    return { victim, survivor, refusal: 401, revoke };
  },

  async password(racer, number) {
    const [victim, survivor] = [await racer.signIn(number), await racer.signIn(number)];
    const revoke = () => statusOf(survivor, "/user/v2/updatePassword", change);
    return { victim, survivor, refusal: 501, revoke, endsTokens: true };
  },

  async passwordWithToken(racer, number) {
    const survivor = await racer.signIn(number);
    const victim = (await addToken(survivor)).token;
    const revoke = () => statusOf(survivor, "/user/v2/updatePassword", change);
    return { victim, survivor, refusal: 401, revoke };
  },

  async removedSession(racer, number) {
    const survivor = await racer.signIn(number);
    const victim = await racer.signIn(number);
    const { body } = await callAs(survivor, "/user/v2/session/list", {});
    const { list } = body.data as { list: { id: string; current: boolean }[] };
    const id = list.find(({ current }) => !current)?.id;
    const revoke = () => statusOf(survivor, "/user/v2/session/delete", { id });
    return { victim, survivor, refusal: 501, revoke };
  },

  async removedToken(racer, number) {
    const survivor = await racer.signIn(number);
    const { id, token: victim } = await addToken(survivor);
    const revoke = () => statusOf(survivor, "/user/v2/token/delete", { id });
    return { victim, survivor, refusal: 401, revoke };
  },

  async removedAccount(racer, number) {
    const victim = await racer.signIn(number);
    const revoke = () => statusOf(victim, "/user/v2/delete", { password: PASSWORD });
    return { victim, survivor: null, refusal: 401, revoke, endsTokens: true };
  },
};
