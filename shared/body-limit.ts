export const maxBodyBytes = 64 * 1024
