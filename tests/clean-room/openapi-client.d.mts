export type DescribedCall = {
  name: string;
  path: string;
  method: string;
  /** As it is described; without any security for what anybody may call. */
  call: { security?: readonly object[] };
};
export type GivenAnswer = { status: number; code: number; message: string; data?: unknown };
export type Client = {
  calls: DescribedCall[];
  token: string | undefined;
  find(path: string): DescribedCall;
  plain(call: DescribedCall, input: object): Promise<GivenAnswer>;
  /** Null where a call has no sealed form. */
  sealed(call: DescribedCall, input: object): Promise<GivenAnswer | null>;
  login(account: string, password: string, way?: "plain" | "sealed"): Promise<void>;
  /** What is wrong with an answer by the description. */
  judge(call: DescribedCall, answer: GivenAnswer): string[];
};
export function openClient(options: {
  url: string;
  fetch?: (address: string, init?: RequestInit) => Promise<Response>;
}): Promise<Client>;
export function exampleOf(call: DescribedCall): object;
