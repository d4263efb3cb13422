import { showElapsed } from "./launch/elapsed.mjs";

export type ShowStep = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Shows `label` and the elapsed time while `work` runs. */
export async function showStep<T>(label: string, work: () => Promise<T> | T): Promise<T> {
  const end = showElapsed(label);
  try {
    const result = await work();
    end("done");
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}
