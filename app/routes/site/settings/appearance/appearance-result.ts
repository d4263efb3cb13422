import type { FormProblem } from "../../../../forms/form-problem.ts";

export type GalleryPicture = { id: number; image: string };

/** Result of a submitted form. */
export type AppearanceResult = {
  problem: FormProblem | null;
};
