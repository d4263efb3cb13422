import type { Size } from "../crop/crop-picture.ts";

/** Size of each picture of a banner with one, two or three pictures: ratios of 5 to 1, 5 to 2, 5 to 3 and so on. */
const SIZES: readonly Size[] = [
  { width: 1500, height: 300 },
  { width: 750, height: 300 },
  { width: 500, height: 300 },
];
/** Numbers of images that a banner can have. */
export const LAYOUTS = [1, 2, 3] as const;
export type LayoutCount = (typeof LAYOUTS)[number];

export function sizeIn(count: LayoutCount): Size {
  return SIZES[count - 1] ?? { width: 1500, height: 300 };
}

/** Layout for a number of images. */
export function layoutOf(pictures: number): LayoutCount {
  return LAYOUTS.find((count) => count >= pictures) ?? 3;
}
