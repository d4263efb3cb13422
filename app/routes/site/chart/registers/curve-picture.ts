type PictureOf = {
  canvas: HTMLCanvasElement;
  title: string;
  subtitle: string;
  entries: readonly { name: string; color: string; isDotted?: boolean }[];
  colors: { ground: string; text: string; muted: string };
};

const EDGE = 24;
const HEAD = 64;
const LINE = 22;
const DOT = 10;
const COLUMN = 320;

/** Renders the visible chart as a picture with its title and legend. */
export function pictureOf({ canvas, title, subtitle, entries, colors }: PictureOf): Promise<Blob> {
  const scale = canvas.width / canvas.clientWidth;
  const width = canvas.clientWidth + 2 * EDGE;
  const columns = Math.max(1, Math.floor((width - 2 * EDGE) / COLUMN));
  const rows = Math.ceil(entries.length / columns);
  const height = HEAD + canvas.clientHeight + rows * LINE + 2 * EDGE;
  const picture = document.createElement("canvas");
  picture.width = Math.round(width * scale);
  picture.height = Math.round(height * scale);
  const pen = picture.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.scale(scale, scale);
  pen.fillStyle = colors.ground;
  pen.fillRect(0, 0, width, height);
  const { font } = getComputedStyle(document.body);
  const family = font.slice(font.indexOf("px") + 2).replace(/^\S*\s/, "");
  pen.textBaseline = "middle";
  pen.fillStyle = colors.text;
  pen.font = `600 18px ${family}`;
  pen.fillText(title, EDGE, EDGE + 8, width - 2 * EDGE);
  pen.fillStyle = colors.muted;
  pen.font = `13px ${family}`;
  pen.fillText(subtitle, EDGE, EDGE + 32, width - 2 * EDGE);
  pen.drawImage(canvas, EDGE, HEAD + EDGE / 2, canvas.clientWidth, canvas.clientHeight);
  for (const [place, { name, color, isDotted }] of entries.entries()) {
    const x = EDGE + (place % columns) * COLUMN;
    const y = HEAD + EDGE + canvas.clientHeight + Math.floor(place / columns) * LINE;
    pen.fillStyle = color;
    pen.beginPath();
    if (isDotted) for (const shift of [0, 4, 8]) pen.rect(x + shift, y - 1, 2, 2);
    else pen.arc(x + DOT / 2, y, DOT / 2, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = colors.text;
    pen.fillText(name, x + 2 * DOT, y, COLUMN - 3 * DOT);
  }
  return new Promise((resolve, reject) =>
    picture.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob))),
  );
}
