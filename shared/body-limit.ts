/** Limits bodies of API requests and forms. */
export const maxBodyBytes = 64 * 1024
