/** Specification, section 3, "Cutter image". */
export type PictureType = "image/gif" | "image/jpeg" | "image/png";

/** Properties of a picture from its bytes, before anything is decoded. */
export type PictureHeader = {
  type: PictureType;
  width: number;
  height: number;
  /** How many pixels' worth of memory one takes: two for 16 bits a colour, and for four colours progressively. */
  weight: number;
  /** How it was held, as cameras count it: 1 is upright. */
  orientation: number;
};
