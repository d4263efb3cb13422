/** Part of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };

const SIDE = 400;
const QUALITY = 0.95;

/** The part as a JPEG of 400 × 400 on white, for what was see-through. */
export async function cropPicture(address: string, area: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) => {
    const give = (blob: Blob | null) =>
      blob === null ? reject(new Error("no picture")) : resolve(blob);
    canvas.toBlob(give, "image/jpeg", QUALITY);
  });
}
