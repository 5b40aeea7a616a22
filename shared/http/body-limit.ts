export const maxBodyBytes = 64 * 1024

/** The limit for a bank's file. `nginx.conf` and `Caddyfile` must allow it too. */
export const maxStatementBytes = 5 * 1024 ** 2

/** The limit for another shop's licences. The same files must allow it. */
export const maxImportBytes = 64 * 1024 ** 2

export const maxBodyInWords = sizeInWords(maxBodyBytes)

/** "64 KiB", "5 MiB" */
export function sizeInWords(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`
}
