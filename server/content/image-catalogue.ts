import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join, sep } from 'node:path'
import { type ContentCache, remember } from './content-cache.ts'

const require = createRequire(import.meta.url)

/** What a page must know of an image to keep its place and to choose among its widths; sizes in pixels. */
export type LocalImage = { width: number; height: number; srcSet?: string }

export type ImageCatalogue = {
  /** Changes whenever an image or its size does. */
  readonly revision: string
  /** @param src as a document writes it: `/images/rig-1600.jpg` */
  find(src: string): LocalImage | undefined
}

/**
 * The images below `public/images`. Files that differ only in a width at the end of their names,
 * `rig-960.jpg` and `rig-1600.jpg`, are one image in several widths.
 */
export function readImageCatalogue(publicDir: string, cache?: ContentCache): ImageCatalogue {
  const files = listImages(publicDir)
  const sizes = readSizes(publicDir, files, cache)
  const images = new Map<string, LocalImage>()
  for (const [, widths] of Map.groupBy(sizes, ({ src }) => withoutWidth(src))) {
    const srcSet = widths
      .toSorted((a, b) => a.width - b.width)
      .map(({ src, width }) => `${src} ${width}w`)
      .join(', ')
    for (const { src, width, height } of widths) {
      images.set(src, { width, height, ...(widths.length > 1 && { srcSet }) })
    }
  }
  return {
    revision: createHash('sha1')
      .update(JSON.stringify([...images]))
      .digest('base64url'),
    find: (src) => images.get(src),
  }
}

/** Read as a folder and not as a glob: for a pattern, Node loads a library of patterns at each start. */
function listImages(publicDir: string): string[] {
  if (!existsSync(join(publicDir, 'images'))) return []
  return readdirSync(join(publicDir, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(avif|gif|jpe?g|png|webp)$/.test(file))
    .map((file) => `images/${file.replaceAll(sep, '/')}`)
    .sort()
}

function readSizes(publicDir: string, files: string[], cache: ContentCache | undefined) {
  const sizes = files.map((file) => {
    const path = join(publicDir, file)
    const { mtimeMs, size: bytes } = statSync(path)
    const key = `${file} ${mtimeMs} ${bytes}`
    return { key, src: `/${file}`, ...remember(cache, 'image', key, () => readSize(path)) }
  })
  cache?.retain(
    'image',
    sizes.map(({ key }) => key),
  )
  return sizes
}

/** Its library is loaded with the first image that isn't known. */
function readSize(file: string): { width: number; height: number } {
  const { imageSize } = require('image-size') as typeof import('image-size')
  const { width, height } = imageSize(readFileSync(file))
  return { width, height }
}

function withoutWidth(src: string): string {
  const extension = extname(src)
  return src.slice(0, -extension.length).replace(/-\d+$/, '') + extension
}
