/** The most links that a new vertex can get; more have never been of use. */
export const largestM = 256;
/** The most nearest vertices among which they can be chosen. */
export const largestEfConstruction = 65_536;
