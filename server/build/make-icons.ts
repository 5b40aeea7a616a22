import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

const ground = '#0b1011'

export function makeIcons(dist = 'dist/client') {
  const icon = readFileSync('public/favicon.svg', 'utf8')
  mkdirSync(join(dist, 'icons'), { recursive: true })
  const write = (name: string, picture: Buffer) => writeFileSync(join(dist, name), picture)

  write('favicon.ico', ico(draw(icon, 32), 32))
  // Home screens round the corners themselves.
  write('icons/apple-touch-icon.png', draw(icon, 180, ground))
  for (const size of [192, 512]) {
    write(`icons/icon-${size}.png`, draw(icon, size))
    write(`icons/maskable-${size}.png`, draw(withinSafeZone(icon), size, ground))
  }
}

function draw(svg: string, size: number, background?: string): Buffer {
  const fitTo = { mode: 'width', value: size } as const
  return new Resvg(svg, { fitTo, ...(background && { background }) }).render().asPng()
}

/**
 * Launchers may crop a maskable icon to a circle of 80 % of its width (W3C Web Application Manifest, 5.2).
 */
function withinSafeZone(icon: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${icon.replace('<svg', '<svg x="14" y="14" width="72" height="72"')}</svg>`
}

/** Wraps one PNG in an ICO directory. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
