import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

/** What is asked for, again and again. */
export type Target = {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

export type Rate = {
  answers: number;
  perSecond: number;
  /** Answers in a second of the server's own processor time; NaN where the system does not report it. */
  perProcessorSecond: number;
};

/** Few enough that the load costs little beside what it loads, enough that a server always has work. */
const CONNECTIONS = 4;

/** A person's browser: to a robot a page might be served in another way. */
const BROWSER = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  Accept: "text/html,application/json",
  "Accept-Language": "en",
};

/**
 * How many answers there are over kept connections, each asking as soon as it was answered.
 * @param server process id of what answers
 * @throws on any answer but 200
 */
export async function drive(target: Target, server: number, forMs: number): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const spent = readProcessorTime(server);
  const start = performance.now();
  let answers = 0;
  const ask = async () => {
    while (performance.now() - start < forMs) {
      await askOnce(target, agent);
      answers += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    const seconds = (performance.now() - start) / 1_000;
    const processorSeconds = readProcessorTime(server) - spent;
    return {
      answers,
      perSecond: answers / seconds,
      perProcessorSecond: answers / processorSeconds,
    };
  } finally {
    agent.destroy();
  }
}

function askOnce({ url, method = "GET", headers, body }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers: { ...BROWSER, ...headers } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on("end", resolve).on("error", reject);
    });
    asked.on("error", reject).end(body);
  });
}

/** The whole answer, as `drive` gets it. @throws on any answer but 200 */
export async function readAnswer({ url, headers, ...others }: Target): Promise<string> {
  const answer = await fetch(url, { ...others, headers: { ...BROWSER, ...headers } });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

const TICKS_PER_SECOND = 100;

/** Seconds that a process has used of the processors, its threads included. */
function readProcessorTime(process: number): number {
  try {
    const fields = readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
