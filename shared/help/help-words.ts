/** A longer question is cut. */
export const questionMax = 300
