import { useState } from "react";

/** The last answer; a failed call has no answer and keeps the previous one. */
export function useLastData<Answer>(answer: Answer | null | undefined): Answer | null {
  const [last, setLast] = useState(answer ?? null);
  const shown = answer ?? last;
  if (shown !== last) setLast(shown);
  return shown;
}
