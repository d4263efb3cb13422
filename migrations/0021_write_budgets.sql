-- How fast users and sites have been changed: until when the calls so far would have taken, ms UTC (database/write-budgets.ts).
CREATE TABLE write_budgets (
	subject text PRIMARY KEY NOT NULL,
	until integer NOT NULL
) WITHOUT ROWID;
