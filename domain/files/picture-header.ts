/** Types of pictures that users may upload (specification, section 3, "Cutter image"). */
export type PictureType = "image/gif" | "image/jpeg" | "image/png";

/** Properties of a picture, read from its bytes without decoding it. */
export type PictureHeader = {
  type: PictureType;
  width: number;
  height: number;
  /** Memory for a pixel relative to a usual one: 2 for 16 bits a colour and for four colours progressively, else 1. */
  weight: number;
  /** Orientation of the camera as in EXIF, 1 to 8; 1 is upright. */
  orientation: number;
};
