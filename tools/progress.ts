import { showElapsed } from "./launch/elapsed.mjs";

export type ShowStep = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Shows `label` and its running time while `work` is under way. */
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
