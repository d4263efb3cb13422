import type { FormProblem } from "../../../../forms/form-problem.ts";

export type GalleryPicture = { id: number; image: string };

/** What became of something that was sent. */
export type AppearanceResult = {
  problem: FormProblem | null;
};
