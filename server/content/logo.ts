import { readFileSync } from 'node:fs'
import { describeFileFault } from '../runtime/file-fault.ts'

/** Every stored document contains the logo. */
const mostBytes = 64 * 1024
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const [greyscale, trueColour, palette] = [0, 2, 3]

/** @returns the file as a data URI for PDFKit, or the reason why it can't be used */
export function readLogo(file: string): { logo: string } | { fault: string } {
  try {
    const png = readFileSync(file)
    const fault = faultOf(png)
    return fault ? { fault } : { logo: `data:image/png;base64,${png.toString('base64')}` }
  } catch (error) {
    return { fault: describeFileFault(error) ?? String(error) }
  }
}

/** PDFKit embeds such a PNG unchanged, so that no payment waits for decoding. */
function faultOf(png: Buffer): string | null {
  if (png.length > mostBytes) return 'a logo has 64 KiB at most'
  const chunks = png.subarray(0, 8).equals(signature) ? chunksOf(png) : []
  if (chunks[0] !== 'IHDR' || chunks.at(-1) !== 'IEND') return 'this is no whole PNG'
  const colour = Number(png[25])
  if (![greyscale, trueColour, palette].includes(colour) || chunks.includes('tRNS'))
    return 'a logo has no transparency: save it on white'
  return png[28] === 0 ? null : 'a logo isn’t interlaced: save it without'
}

/** Each chunk has a length, a name, data and a checksum. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = []
  let at = signature.length
  while (at + 12 <= png.length) {
    names.push(png.toString('latin1', at + 4, at + 8))
    at += 12 + png.readUInt32BE(at)
  }
  return at === png.length ? names : []
}
