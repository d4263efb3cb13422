import type { Pixels } from "./photon.ts";

type Size = { width: number; height: number };

/** Scales a picture down to a size and turns it upright. Each new pixel is the mean of the pixels it covers. */
export function fitPixels(picture: Pixels, size: Size, orientation: number): Pixels {
  const { width, height } = size;
  const shrunk = { width, height, rgba: new Uint8Array(width * height * 4) };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) putMean(picture, shrunk, x, y);
  return orientation === 1 ? shrunk : turn(shrunk, orientation);
}

function putMean(from: Pixels, to: Pixels, x: number, y: number): void {
  const [left, right] = [span(x, from.width, to.width), span(x + 1, from.width, to.width)];
  const [top, bottom] = [span(y, from.height, to.height), span(y + 1, from.height, to.height)];
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let row = top; row < bottom; row += 1) {
    let at = (row * from.width + left) * 4;
    for (let column = left; column < right; column += 1, at += 4) {
      // A transparent pixel has no influence on the colour.
      const weight = from.rgba[at + 3] ?? 0;
      red += (from.rgba[at] ?? 0) * weight;
      green += (from.rgba[at + 1] ?? 0) * weight;
      blue += (from.rgba[at + 2] ?? 0) * weight;
      alpha += weight;
    }
  }
  const target = (y * to.width + x) * 4;
  const seen = alpha || 1;
  to.rgba[target] = Math.round(red / seen);
  to.rgba[target + 1] = Math.round(green / seen);
  to.rgba[target + 2] = Math.round(blue / seen);
  to.rgba[target + 3] = Math.round(alpha / ((right - left) * (bottom - top)));
}

/** Returns the index of the first pixel that a new pixel covers. */
function span(place: number, from: number, to: number): number {
  return Math.floor((place * from) / to);
}

/** Applies an EXIF orientation: 2 to 4 are mirrored or upside down, 5 to 8 are also rotated by 90°. */
function turn({ width, height, rgba }: Pixels, orientation: number): Pixels {
  const lies = orientation >= 5;
  const turned = { width: lies ? height : width, height: lies ? width : height };
  const flipsX = [2, 3, 6, 7].includes(orientation);
  const flipsY = [3, 4, 7, 8].includes(orientation);
  const result = new Uint8Array(rgba.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, row] = lies ? [y, x] : [x, y];
      const toX = flipsX ? turned.width - 1 - column : column;
      const toY = flipsY ? turned.height - 1 - row : row;
      const at = (y * width + x) * 4;
      result.set(rgba.subarray(at, at + 4), (toY * turned.width + toX) * 4);
    }
  return { ...turned, rgba: result };
}
