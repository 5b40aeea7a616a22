import { open, rm } from 'node:fs/promises'

/** An order with its lines, licences, invoice and mails takes less. */
const room = Buffer.alloc(256 * 1024)

/**
 * Tells whether a database file could grow, by writing beside it what it then deletes. Asking SQLite for it would commit.
 * @returns a check that rejects as the file system does, such as with ENOSPC; several at once are one
 */
export function createRoomCheck(file: string): () => Promise<void> {
  const probe = `${file}.room-${process.pid}`
  let running: Promise<void> | null = null
  return () => {
    running ??= tryToWrite(probe).finally(() => {
      running = null
    })
    return running
  }
}

async function tryToWrite(file: string): Promise<void> {
  try {
    const handle = await open(file, 'w', 0o600)
    try {
      await handle.writeFile(room)
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}
