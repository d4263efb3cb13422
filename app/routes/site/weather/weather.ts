import type { ApiAnswer } from "#app/api/api-types.ts";

export type Weather = ApiAnswer<"POST /basic/v3/map/geonames/weather">;
export type WeatherDay = Weather["weatherDaily"][number];
