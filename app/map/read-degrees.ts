const MAX_DEGREES = { latitude: 90, longitude: 180 };

/** Accepts a point or a comma, and either minus sign. */
export function readDegrees(text: string, axis: "latitude" | "longitude"): number | null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  if (!/^-?\d{1,3}(\.\d*)?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= MAX_DEGREES[axis] ? degrees : null;
}
