import { useState } from "react";

/** The last answer; a failed call, which has none, keeps it. */
export function useLastData<Answer>(answer: Answer | null | undefined): Answer | null {
  const [last, setLast] = useState(answer ?? null);
  const shown = answer ?? last;
  if (shown !== last) setLast(shown);
  return shown;
}
