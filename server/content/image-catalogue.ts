import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { imageSize } from 'image-size'

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
export function readImageCatalogue(publicDir: string): ImageCatalogue {
  const sizes = listImages(publicDir).map((file) => {
    const { width, height } = imageSize(readFileSync(join(publicDir, file)))
    return { src: `/${file}`, width, height }
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

/** Read as a folder and not as a glob: for a pattern, Node loads a library of patterns at each start. */
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
