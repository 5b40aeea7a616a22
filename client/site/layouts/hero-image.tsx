import type { Elements } from '../ui/elements.ts'

/** File names are `hero-{width}.{type}` and, for upright windows, `hero-p-{width}.{type}`. */
const files = import.meta.glob<string>('./hero/*', { eager: true, query: '?url', import: 'default' })

const upright = '(max-width: 47.99rem), (max-aspect-ratio: 1/1)'

export function HeroImage() {
  return picture
}

/** Created once, because it is the same for everybody. */
const picture = (
  <picture className="Hero-image">
    {source('image/avif', 'avif', upright)}
    {source('image/avif', 'avif')}
    <img
      src={files['./hero/hero-1600.jpg']}
      srcSet={srcSet('hero', 'jpg')}
      sizes="100vw"
      width="2400"
      height="1350"
      alt=""
      fetchPriority="high"
    />
  </picture>
)

function source(type: string, ending: string, media?: string): Elements {
  return <source type={type} media={media} srcSet={srcSet(media ? 'hero-p' : 'hero', ending)} sizes="100vw" />
}

function srcSet(name: string, ending: string): string {
  const pattern = new RegExp(`^\\./hero/${name}-(\\d+)\\.${ending}$`)
  return Object.entries(files)
    .flatMap(([file, url]) => {
      const width = pattern.exec(file)?.[1]
      return width ? [{ width: Number(width), url }] : []
    })
    .sort((a, b) => a.width - b.width)
    .map(({ width, url }) => `${url} ${width}w`)
    .join(', ')
}
