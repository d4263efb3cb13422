import {
  DEVICE_TYPES,
  type DeviceType,
  deviceTypeOf,
  INVERTER_TYPES,
  inverterTypeOf,
  LOGGER_TYPES,
  loggerTypeOf,
  type TypedDevice,
} from "./device-types.ts";
import { equipmentTypeOf } from "./equipment-types.ts";

/** A product that the portal knows: a type of devices, of data loggers or of inverters. */
export type Product =
  | { id: `device:${DeviceType}`; kind: "device"; device: DeviceType }
  | { id: string; kind: "logger" | "inverter"; name: string };

/** All products that the portal knows. */
export const PRODUCTS: readonly Product[] = [
  ...DEVICE_TYPES.map((device) => ({ id: `device:${device}`, kind: "device", device }) as const),
  ...LOGGER_TYPES.map((name) => ({ id: `logger:${name}`, kind: "logger", name }) as const),
  ...INVERTER_TYPES.map((name) => ({ id: `inverter:${name}`, kind: "inverter", name }) as const),
];

/**
 * Counts the products of a site's equipment, in the order of `PRODUCTS`. A piece may belong to a type of devices and to
 * one of loggers or inverters.
 */
export function countProducts(
  pieces: readonly TypedDevice[],
  systemType: string | null,
): { product: Product; count: number }[] {
  const ids = pieces.flatMap((piece) => {
    const device = deviceTypeOf(piece, systemType);
    const isLogger = equipmentTypeOf(piece.typeCode) === "dataLogger";
    const named = isLogger ? loggerTypeOf(systemType, piece.model) : inverterTypeOf(piece.model);
    return [
      ...(device === null ? [] : [`device:${device}`]),
      ...(named === null ? [] : [`${isLogger ? "logger" : "inverter"}:${named}`]),
    ];
  });
  return PRODUCTS.flatMap((product) => {
    const count = ids.filter((id) => id === product.id).length;
    return count === 0 ? [] : [{ product, count }];
  });
}
