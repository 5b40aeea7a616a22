/** The most bytes that a body of the API or of a form may have. */
export const maxBodyBytes = 64 * 1024
