/** Where a row of the list of sites has what. */
export const LIST_CELL = {
  status: "td:nth-of-type(1)",
  name: "td:nth-of-type(2)",
  solar: "td:nth-of-type(5)",
  metricsAt: "td:nth-of-type(6)",
};
