export const maxBodyBytes = 64 * 1024

/** "64 KiB" */
export const maxBodyInWords = `${maxBodyBytes / 1024} KiB`
