import type { Climate } from "#simulator/plant-profile.ts";

/** A town in whose surroundings spare sites may lie. */
type SparePlace = {
  town: string;
  country: string;
  latitude: number;
  longitude: number;
  altitude: number;
  timeZone: string;
  voltage: number;
  frequency: 50 | 60;
  climate: Climate;
  electricityPrice: number;
  priceUnit: string;
};

type Row = [
  town: string,
  country: string,
  latitude: number,
  longitude: number,
  altitude: number,
  timeZone: string,
  electricity: `${number}/${50 | 60}`,
  cloudiness: number,
  meanTemperature: number,
  seasonalSwing: number,
  dailySwing: number,
  electricityPrice: number,
  priceUnit: string,
];

// biome-ignore format: one place a line reads as the table that it is
const ROWS: readonly Row[] = [
  ["Braga", "PT", 41.55, -8.42, 190, "Europe/Lisbon", "230/50", 0.42, 14.5, 6.5, 5, 0.21, "EUR"],
  ["Córdoba", "ES", 37.88, -4.78, 120, "Europe/Madrid", "230/50", 0.28, 18, 9.5, 7, 0.19, "EUR"],
  ["Toulouse", "FR", 43.6, 1.44, 150, "Europe/Paris", "230/50", 0.44, 13.8, 8.5, 5, 0.25, "EUR"],
  ["Regensburg", "DE", 49.01, 12.1, 340, "Europe/Berlin", "230/50", 0.56, 9, 9.5, 4.5, 0.33, "EUR"],
  ["Eindhoven", "NL", 51.44, 5.47, 17, "Europe/Amsterdam", "230/50", 0.58, 10.8, 7.5, 4, 0.31, "EUR"],
  ["Bologna", "IT", 44.49, 11.34, 55, "Europe/Rome", "230/50", 0.42, 14.5, 10.5, 4.5, 0.28, "EUR"],
  ["Kraków", "PL", 50.06, 19.94, 219, "Europe/Warsaw", "230/50", 0.54, 8.8, 10, 4.5, 0.95, "PLN"],
  ["Thessaloniki", "GR", 40.64, 22.94, 20, "Europe/Athens", "230/50", 0.36, 16, 10, 5, 0.2, "EUR"],
  ["Uppsala", "SE", 59.86, 17.64, 20, "Europe/Stockholm", "230/50", 0.56, 6.8, 10, 4, 1.6, "SEK"],
  ["Exeter", "GB", 50.72, -3.53, 30, "Europe/London", "230/50", 0.58, 11, 6, 3.5, 0.27, "GBP"],
  ["Agadir", "MA", 30.42, -9.6, 60, "Africa/Casablanca", "220/50", 0.24, 19, 4, 5, 1.2, "MAD"],
  ["Kumasi", "GH", 6.69, -1.62, 250, "Africa/Accra", "230/50", 0.5, 26, 1.5, 4.5, 1.4, "GHS"],
  ["Ibadan", "NG", 7.38, 3.95, 230, "Africa/Lagos", "230/50", 0.5, 27, 1.5, 4.5, 210, "NGN"],
  ["Nakuru", "KE", -0.3, 36.07, 1850, "Africa/Nairobi", "230/50", 0.44, 18, 1.2, 6.5, 25, "KES"],
  ["Polokwane", "ZA", -23.9, 29.45, 1310, "Africa/Johannesburg", "230/50", 0.3, 18, 5, 7, 2.9, "ZAR"],
  ["Antsirabe", "MG", -19.87, 47.03, 1500, "Indian/Antananarivo", "220/50", 0.46, 17, 3.5, 6, 600, "MGA"],
  ["Amman", "JO", 31.95, 35.93, 780, "Asia/Amman", "230/50", 0.22, 17.5, 8.5, 6, 0.12, "JOD"],
  ["Nizwa", "OM", 22.93, 57.53, 520, "Asia/Muscat", "230/50", 0.12, 27, 7.5, 7, 0.02, "OMR"],
  ["Multan", "PK", 30.16, 71.52, 125, "Asia/Karachi", "230/50", 0.26, 25.5, 10, 7, 38, "PKR"],
  ["Pune", "IN", 18.52, 73.86, 560, "Asia/Kolkata", "230/50", 0.4, 24.5, 3.5, 6.5, 9, "INR"],
  ["Kandy", "LK", 7.29, 80.63, 500, "Asia/Colombo", "230/50", 0.56, 24.5, 1, 4.5, 42, "LKR"],
  ["Chiang Mai", "TH", 18.79, 98.98, 310, "Asia/Bangkok", "230/50", 0.44, 26, 3.5, 6, 4.4, "THB"],
  ["Đà Lạt", "VN", 11.94, 108.44, 1500, "Asia/Ho_Chi_Minh", "220/50", 0.54, 18.5, 1.5, 5, 2_100, "VND"],
  ["Iloilo", "PH", 10.72, 122.56, 8, "Asia/Manila", "230/60", 0.52, 27.8, 1, 3.5, 11.5, "PHP"],
  ["Kunming", "CN", 25.04, 102.71, 1890, "Asia/Shanghai", "220/50", 0.44, 15.5, 5.5, 6, 0.5, "CNY"],
  ["Matsuyama", "JP", 33.84, 132.77, 30, "Asia/Tokyo", "100/60", 0.48, 16.8, 10, 4.5, 31, "JPY"],
  ["Mildura", "AU", -34.18, 142.16, 50, "Australia/Melbourne", "230/50", 0.3, 17.5, 7, 7.5, 0.31, "AUD"],
  ["Port Augusta", "AU", -32.49, 137.77, 10, "Australia/Adelaide", "230/50", 0.26, 19, 7, 7.5, 0.36, "AUD"],
  ["Nelson", "NZ", -41.27, 173.28, 20, "Pacific/Auckland", "230/50", 0.42, 13.2, 5, 5, 0.33, "NZD"],
  ["Apia", "WS", -13.85, -171.75, 10, "Pacific/Apia", "230/50", 0.52, 27, 0.8, 3.5, 0.9, "WST"],
  ["Kamloops", "CA", 50.67, -120.33, 360, "America/Vancouver", "120/60", 0.5, 9.5, 12.5, 6, 0.13, "CAD"],
  ["Santa Fe", "US", 35.69, -105.94, 2190, "America/Denver", "120/60", 0.24, 10.5, 11, 8, 0.15, "USD"],
  ["Asheville", "US", 35.6, -82.55, 650, "America/New_York", "120/60", 0.46, 13, 10, 6, 0.14, "USD"],
  ["Mérida", "MX", 20.97, -89.62, 10, "America/Merida", "127/60", 0.36, 26.5, 2.5, 6, 2.1, "MXN"],
  ["Ponce", "PR", 18.01, -66.61, 16, "America/Puerto_Rico", "120/60", 0.36, 26.8, 1.5, 5, 0.26, "USD"],
  ["Cuenca", "EC", -2.9, -79.0, 2560, "America/Guayaquil", "120/60", 0.58, 15, 1, 5.5, 0.11, "USD"],
  ["Arequipa", "PE", -16.4, -71.54, 2335, "America/Lima", "220/60", 0.2, 15, 1.2, 7, 0.75, "PEN"],
  ["Campinas", "BR", -22.91, -47.06, 680, "America/Sao_Paulo", "127/60", 0.46, 21, 3.5, 6, 0.92, "BRL"],
  ["Mendoza", "AR", -32.89, -68.84, 750, "America/Argentina/Mendoza", "220/50", 0.24, 16.5, 8.5, 7, 110, "ARS"],
  ["Punta Arenas", "CL", -53.16, -70.91, 35, "America/Punta_Arenas", "220/50", 0.62, 6.2, 4.5, 3.5, 180, "CLP"],
];

export const SPARE_PLACES: readonly SparePlace[] = ROWS.map(
  ([
    town,
    country,
    latitude,
    longitude,
    altitude,
    timeZone,
    electricity,
    cloudiness,
    meanTemperature,
    seasonalSwing,
    dailySwing,
    electricityPrice,
    priceUnit,
  ]) => ({
    town,
    country,
    latitude,
    longitude,
    altitude,
    timeZone,
    voltage: Number(electricity.split("/")[0]),
    frequency: electricity.endsWith("60") ? 60 : 50,
    climate: { cloudiness, meanTemperature, seasonalSwing, dailySwing },
    electricityPrice,
    priceUnit,
  }),
);
