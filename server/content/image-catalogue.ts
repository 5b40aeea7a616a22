import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { imageSize } from 'image-size'
import { ContentError } from './content-error.ts'

/** Sizes in pixels. */
type LocalImage = { width: number; height: number; srcSet?: string }

export type ImageCatalogue = {
  readonly revision: string
  /** @param src path as in documents, such as `/images/prompter-1600.jpg` */
  find(src: string): LocalImage | undefined
}

/**
 * Files that differ only in a final width, such as `prompter-960.jpg` and `prompter-1600.jpg`, form one
 * image.
 * @throws ContentError naming an image that can't be read
 */
export function readImageCatalogue(publicDir: string): ImageCatalogue {
  const sizes = listImages(publicDir).map((file) => {
    return { src: `/${file}`, ...sizeOf(join(publicDir, file)) }
  })
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

/** The library's error doesn't name the file. */
function sizeOf(file: string): { width: number; height: number } {
  try {
    const { width, height } = imageSize(readFileSync(file))
    return { width, height }
  } catch {
    throw new ContentError(file, 1, 'is no whole image: copy it once more, or take it away')
  }
}

/** `globSync` would load a pattern library at every start. */
function listImages(publicDir: string): string[] {
  if (!existsSync(join(publicDir, 'images'))) return []
  return readdirSync(join(publicDir, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(avif|gif|jpe?g|png|webp)$/.test(file))
    .map((file) => `images/${file.replaceAll(sep, '/')}`)
    .sort()
}

function withoutWidth(src: string): string {
  const extension = extname(src)
  return src.slice(0, -extension.length).replace(/-\d+$/, '') + extension
}
