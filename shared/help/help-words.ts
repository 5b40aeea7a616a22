/** In characters. Longer questions are cut. */
export const questionMax = 300
