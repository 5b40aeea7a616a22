import { createHash } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'

/** Small, so that a test's file has many blocks. */
const blockBytes = 1024

/** As electron-builder writes it beside an installer. */
export function blockMapFile(content: Buffer): Buffer {
  return gzipSync(JSON.stringify(blockMap(content)))
}

/** An AppImage as electron-builder makes it: the content, its deflated block map, and the map's length. */
export function withBlockMap(content: Buffer): { bytes: Buffer; blockMapSize: number } {
  const map = deflateRawSync(JSON.stringify(blockMap(content)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(map.length)
  return { bytes: Buffer.concat([content, map, length]), blockMapSize: map.length }
}

function blockMap(content: Buffer) {
  const blocks = Array.from({ length: Math.ceil(content.length / blockBytes) }, (_, index) =>
    content.subarray(index * blockBytes, (index + 1) * blockBytes),
  )
  const checksums = blocks.map((block) => createHash('sha256').update(block).digest('base64'))
  return {
    version: '2',
    files: [{ name: 'file', offset: 0, checksums, sizes: blocks.map(({ length }) => length) }],
  }
}
