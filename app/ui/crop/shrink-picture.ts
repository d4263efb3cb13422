import { cropPicture } from "./crop-picture.ts";

/** Longest side of a stored picture; photos from phones exceed the server's limit. */
const MAX_SIDE_PX = 1_500;

/**
 * Returns the whole picture, reduced to the longest stored side.
 * @throws if the browser cannot load it
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
    const size = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    return await cropPicture(address, { area: { x: 0, y: 0, width, height }, rotation: 0 }, size);
  } finally {
    URL.revokeObjectURL(address);
  }
}
