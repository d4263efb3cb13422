import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { irradianceAnswer } from "./irradiance-answer.ts";
import { openMeteoAnswer } from "./open-meteo-answer.ts";

/** North of this latitude there is no weather, °. */
const UNKNOWN_FROM = 80;

export type WeatherServer = { address: string; asked: URL[]; stop(): void };

/** A provider of weather on a loopback port that answers as Open-Meteo does, from today on by UTC. */
export async function startWeatherServer(): Promise<WeatherServer> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    asked.push(url);
    const isKnown = Number(url.searchParams.get("latitude")) < UNKNOWN_FROM;
    const first = new Date().toISOString().slice(0, 10);
    response.writeHead(isKnown ? 200 : 503, { "Content-Type": "application/json" });
    const isIrradiance = url.searchParams.get("hourly")?.includes("radiation") ?? false;
    const answer = () =>
      isIrradiance ? irradianceAnswer(url, Date.now()) : openMeteoAnswer({ first, offsetHours: 0 });
    response.end(JSON.stringify(isKnown ? answer() : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1/forecast`,
    asked,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
