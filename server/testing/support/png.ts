import { crc32, deflateSync } from 'node:zlib'

type Picture = { width?: number; height?: number; colour?: number; interlaced?: boolean; chunks?: string[] }

/** A black PNG. @param picture `colour` is the format's colour type; `chunks` are further empty ones */
export function png({ width = 64, height = 16, colour = 2, interlaced = false, chunks = [] }: Picture = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colour, 0, 0, Number(interlaced)], 8)
  const bytesPerPixel = { 0: 1, 2: 3, 6: 4 }[colour] ?? 1
  const pixels = Buffer.alloc(height * (1 + width * bytesPerPixel))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks.map((name) => chunk(name)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND'),
  ])
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
