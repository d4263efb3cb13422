/** Part of a picture, in its own pixels, after its rotation. */
export type Area = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };
/** Part of a picture to crop. `rotation` in degrees, clockwise. */
export type Cut = { area: Area; rotation: number };

/** Picture types that browsers read and the server accepts. */
export const PICTURE_TYPES = ["image/gif", "image/jpeg", "image/png"] as const;
/** A narrower area, in pixels of the picture, is refused (specification, section 3, "Cutter image"). */
export const MIN_CROP_WIDTH_PX = 50;
const QUALITY = 0.95;

/** Size of a picture after its rotation. */
export function turnedSize({ width, height }: Size, rotation: number): Size {
  const [sine, cosine] = [Math.sin, Math.cos].map((of) =>
    Math.abs(of((rotation * Math.PI) / 180)),
  ) as [number, number];
  return { width: cosine * width + sine * height, height: sine * width + cosine * height };
}

/** Returns the part as a JPEG of a size, on white where it is transparent. */
export async function cropPicture(
  address: string,
  { area, rotation }: Cut,
  size: Size,
): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, size.width, size.height);
  pen.imageSmoothingQuality = "high";
  pen.scale(size.width / area.width, size.height / area.height);
  pen.translate(-area.x, -area.y);
  const { naturalWidth: width, naturalHeight: height } = picture;
  const turned = turnedSize({ width, height }, rotation);
  pen.translate(turned.width / 2, turned.height / 2);
  pen.rotate((rotation * Math.PI) / 180);
  pen.drawImage(picture, -width / 2, -height / 2);
  return new Promise((resolve, reject) => {
    const onBlob = (blob: Blob | null) =>
      blob === null ? reject(new Error("no picture")) : resolve(blob);
    canvas.toBlob(onBlob, "image/jpeg", QUALITY);
  });
}
