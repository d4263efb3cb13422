const sections = ["Context", "Decision", "Alternatives considered", "Consequences"];

/** What is wrong with the decision records, by file name and text: one line each. */
export function findRecordFaults(records: ReadonlyMap<string, string>): string[] {
  const owners = new Map<string, string>();
  return [...records].flatMap(([name, text]) => {
    const [, number] = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name) ?? [];
    if (number === undefined) return [`${name}: is not named 0000-what-was-decided.md`];
    const owner = owners.get(number);
    owners.set(number, owner ?? name);
    const [title = "", , dated = ""] = text.split("\n");
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    return [
      ...(owner ? [`${name}: ${number} is taken by ${owner}`] : []),
      ...(title.startsWith(`# ${number}: `) ? [] : [`${name}: its title lacks its number`]),
      ...(/^\d{4}-\d\d-\d\d · (accepted|superseded by \d{4})$/.test(dated)
        ? []
        : [`${name}: lacks its date and status`]),
      ...sections
        .filter((section) => !headings.includes(section))
        .map((section) => `${name}: lacks the section ${section}`),
    ];
  });
}
