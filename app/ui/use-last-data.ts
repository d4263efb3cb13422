import { useState } from "react";

/** The last answer that there was: a call that failed has none, and takes nothing away. */
export function useLastData<Answer>(answer: Answer | null | undefined): Answer | null {
  const [last, setLast] = useState(answer ?? null);
  const shown = answer ?? last;
  if (shown !== last) setLast(shown);
  return shown;
}
