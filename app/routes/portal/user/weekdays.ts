/** Days of the week, from Monday. */
export const WEEKDAYS: readonly (1 | 2 | 3 | 4 | 5 | 6 | 7)[] = [1, 2, 3, 4, 5, 6, 7];
