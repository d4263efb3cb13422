const AT_ONCE = 20;

/** Opens a few at a time, so that none waits long. */
export async function openInTurn<Subject, End>(
  subjects: readonly Subject[],
  open: (subject: Subject) => Promise<End>,
): Promise<End[]> {
  const ends: End[] = [];
  for (let start = 0; start < subjects.length; start += AT_ONCE)
    ends.push(...(await Promise.all(subjects.slice(start, start + AT_ONCE).map(open))));
  return ends;
}
