import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { HashedFile } from '#shared/releases/release-files.ts'

/** Reads the file once, in pieces. @throws Error with a message for people */
export async function hashFile(path: string): Promise<Pick<HashedFile, 'size' | 'sha256' | 'sha512'>> {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  let size = 0
  await pipeline(createReadStream(path), async (chunks) => {
    for await (const chunk of chunks) {
      size += chunk.length
      sha256.update(chunk)
      sha512.update(chunk)
    }
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}: ${reasons[error.code ?? ''] ?? error.message}`)
  })
  if (size === 0) throw new Error(`${path}: is empty`)
  return { size, sha256: sha256.digest('hex'), sha512: sha512.digest('base64') }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
}
