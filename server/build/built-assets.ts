import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { PageAssets } from '#shared/pages/render.ts'

export const entryClient = 'client/entry-client.ts'
export const application = 'client/start.tsx'
export const deskEntry = 'client/desk/entry-client.ts'
const fonts = 'client/site/styles/fonts.css'

/** @param client the built half, `dist/client` */
export function readManifest(client: string): Manifest {
  return JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
}

/** @param modules files below `client/` */
export function builtAssets(manifest: Manifest, modules: string[]): Omit<PageAssets, 'firstStyles'> {
  const entry = entryOf(manifest, entryClient)
  const chunks = new Set<string>()
  const styles = new Set(entry.css)
  for (const key of [application, ...modules.map((module) => join('client', module))]) collect(key)
  return {
    scripts: [`/${entry.file}`],
    styles: [...styles].map((file) => `/${file}`),
    fonts: fontsOf(manifest),
    modules: [...chunks].map((file) => `/${file}`),
  }

  function collect(key: string) {
    const chunk = manifest[key]
    if (!chunk || key === entryClient || chunks.has(chunk.file)) return
    chunks.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
}

/** The desk has the site's styles, and a small script of its own instead of the site's application. */
export function builtDeskAssets(manifest: Manifest): PageAssets {
  const site = entryOf(manifest, entryClient)
  const desk = entryOf(manifest, deskEntry)
  return {
    scripts: [`/${desk.file}`],
    styles: [fontSheet(manifest), ...[...(site.css ?? []), ...(desk.css ?? [])].map((file) => `/${file}`)],
    firstStyles: null,
    fonts: fontsOf(manifest),
    modules: [],
  }
}

function entryOf(manifest: Manifest, name: string): ManifestChunk {
  const entry = manifest[name]
  if (!entry) throw new Error(`The build's manifest lacks ${name}`)
  return entry
}

/** Pages have its rules in their first styles, and the desk links it. */
export function fontSheet(manifest: Manifest): string {
  return `/${entryOf(manifest, fonts).file}`
}

/** The font of the text, which a page needs at once. */
function fontsOf(manifest: Manifest): string[] {
  const { assets = [] } = entryOf(manifest, fonts)
  return assets.filter((file) => file.includes('-subset-')).map((file) => `/${file}`)
}
