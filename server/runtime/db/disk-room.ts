import { open, rm } from 'node:fs/promises'
import { singleFlight } from '../single-flight.ts'

/** More than an order with its lines, licences, invoice and mails needs. */
const room = Buffer.alloc(256 * 1024)

/**
 * Probes with a file beside the database, because SQLite reports a full disk only at a commit.
 * @returns a check that rejects as with ENOSPC
 */
export function createRoomCheck(file: string): () => Promise<void> {
  const probe = `${file}.room-${process.pid}`
  return singleFlight(() => tryToWrite(probe))
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
