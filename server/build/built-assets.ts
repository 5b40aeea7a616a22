import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import type { LateStyle, PageAssets, PageFiles } from '#shared/pages/render.ts'

export const entryClient = 'client/entry-client.ts'
export const application = 'client/start.tsx'
export const deskEntry = 'client/desk/entry-client.ts'
const fonts = 'client/site/styles/fonts.css'
/** Style sheets not needed for the first paint, with their media. */
const lateSheets = {
  'client/site/styles/later-fonts.css': undefined,
  'client/site/styles/media.css': 'print, (prefers-contrast: more), (forced-colors: active)',
}

/** @param client folder of the built client, `dist/client` */
export function readManifest(client: string): Manifest {
  return JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
}

/** @param modules files below `client/` @param read returns a built style sheet's rules */
export function builtAssets(
  manifest: Manifest,
  modules: string[],
  read: (address: string) => string,
): Omit<PageAssets, 'pageFiles'> {
  const { scripts, styles } = filesOf(manifest, modules)
  const css = [fontSheet(manifest), ...styles].map(read).join('')
  return {
    scripts: [`/${entryOf(manifest, entryClient).file}`],
    styles,
    inlineStyle: { css, hash: hashOf(css) },
    lateStyles: lateStyles((sheet) => `/${entryOf(manifest, sheet).file}`),
    fonts: fontsOf(manifest),
    modules: scripts,
  }
}

/** Files of each page besides the common ones, by the page's folder. */
export function pageFilesOf(manifest: Manifest): PageFiles {
  const common = new Set(Object.values(filesOf(manifest, [])).flat())
  const pages = Object.keys(manifest).flatMap((key) => {
    const [, page] = /^client\/pages\/([^/]+)\/page\.tsx$/.exec(key) ?? []
    if (page === undefined) return []
    const { scripts, styles } = filesOf(manifest, [`./pages/${page}/page.tsx`])
    return [[page, [...scripts, ...styles].filter((file) => !common.has(file))] as const]
  })
  return Object.fromEntries(pages)
}

function filesOf(manifest: Manifest, modules: string[]): Record<'scripts' | 'styles', string[]> {
  const scripts = new Set<string>()
  const styles = new Set(entryOf(manifest, entryClient).css?.map((file) => `/${file}`))
  for (const key of [application, ...modules.map((module) => join('client', module))]) collect(key)
  return { scripts: [...scripts], styles: [...styles] }

  function collect(key: string) {
    const chunk = manifest[key]
    if (!chunk || key === entryClient || scripts.has(`/${chunk.file}`)) return
    scripts.add(`/${chunk.file}`)
    for (const file of chunk.css ?? []) styles.add(`/${file}`)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
}

/** The desk has the site's styles, but a small script of its own instead of the site's application. */
export function builtDeskAssets(manifest: Manifest): PageAssets {
  const site = entryOf(manifest, entryClient)
  const desk = entryOf(manifest, deskEntry)
  return {
    scripts: [`/${desk.file}`],
    styles: [fontSheet(manifest), ...[...(site.css ?? []), ...(desk.css ?? [])].map((file) => `/${file}`)],
    inlineStyle: null,
    pageFiles: null,
    lateStyles: lateStyles((sheet) => `/${entryOf(manifest, sheet).file}`),
    fonts: fontsOf(manifest),
    modules: [],
  }
}

function entryOf(manifest: Manifest, name: string): ManifestChunk {
  const entry = manifest[name]
  if (!entry) throw new Error(`The build's manifest lacks ${name}`)
  return entry
}

/** A source expression of Content Security Policy 3, 2.3.1. */
function hashOf(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`
}

function fontSheet(manifest: Manifest): string {
  return `/${entryOf(manifest, fonts).file}`
}

/** @param addressOf returns a source's address */
export function lateStyles(addressOf: (sheet: string) => string): LateStyle[] {
  return Object.entries(lateSheets).map(([sheet, media]) => ({
    href: addressOf(sheet),
    ...(media && { media }),
  }))
}

/** The text font, which pages need at once. */
function fontsOf(manifest: Manifest): string[] {
  const { assets = [] } = entryOf(manifest, fonts)
  return assets.filter((file) => file.includes('-subset-')).map((file) => `/${file}`)
}
