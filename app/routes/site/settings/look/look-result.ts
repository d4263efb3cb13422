export type GalleryPicture = { id: number; image: string };

/** What became of something that was sent. */
export type LookResult = {
  problem: {
    message: string;
    fields: Readonly<Record<string, string>>;
    retryAfter: number | null;
  } | null;
};
