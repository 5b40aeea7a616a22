import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const mostBytes = 16 * 1024 * 1024
const mostInflated = 256 * 1024 * 1024

/**
 * Reads the size of the block map that electron-builder appends to an AppImage: deflated JSON, followed by
 * its length in four big-endian bytes. electron-updater requests that tail first, then only the changed
 * blocks.
 * @returns bytes without those four; undefined for a file without a map
 */
export async function readBlockMapSize(path: string): Promise<number | undefined> {
  const file = await open(path)
  try {
    const { size: fileSize } = await file.stat()
    if (fileSize < 4) return undefined
    const size = (await readAt(file, fileSize - 4, 4)).readUInt32BE(0)
    if (size === 0 || size > mostBytes || size > fileSize - 4) return undefined
    return (await isBlockMap(await readAt(file, fileSize - 4 - size, size))) ? size : undefined
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

async function isBlockMap(deflated: Buffer): Promise<boolean> {
  try {
    const json = await inflate(deflated, { maxOutputLength: mostInflated })
    const map: unknown = JSON.parse(json.toString())
    return typeof map === 'object' && map !== null && 'version' in map && 'files' in map
  } catch {
    return false
  }
}
