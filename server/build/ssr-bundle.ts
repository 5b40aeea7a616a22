import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, ManifestChunk, ViteDevServer } from 'vite'
import type { PageAssets, SsrBundle, StorablePage } from '#shared/render.ts'
import { root } from '../root.ts'
import { StartError } from '../start-error.ts'

/** The server meets the client's code only here. */
export type SsrRuntime = {
  load(): Promise<SsrBundle>
  /** @param modules files below `client/`, as the route table names them: `./pages/home.tsx` */
  assetsFor(modules: string[]): PageAssets
  deskAssets(): PageAssets
  storablePages: readonly StorablePage[]
  /** Identifies the built sources; empty in development. */
  revision: string
}

const entryClient = 'client/entry-client.ts'
const application = 'client/start.tsx'
const deskEntry = 'client/desk/entry-client.ts'

/** @throws StartError when the site has not been built */
export async function loadBuiltBundle(dist = join(root, 'dist')): Promise<SsrRuntime> {
  const file = join(dist, 'server/entry-server.js')
  if (!existsSync(file)) {
    throw new StartError('The site has not been built: run npm run build, or start it with npm start.')
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'client/.vite/manifest.json'), 'utf8'))
  const bundle: SsrBundle = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const known = new Map<string, PageAssets>()
  const desk = builtDeskAssets(manifest)
  return {
    load: async () => bundle,
    assetsFor(modules) {
      const page = modules.join()
      const assets = known.get(page) ?? builtAssets(manifest, modules)
      known.set(page, assets)
      return assets
    },
    deskAssets: () => desk,
    storablePages: bundle.storablePages,
    revision: readFileSync(join(dist, 'server.sha256'), 'utf8'),
  }
}

export async function createViteDevServer(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({ appType: 'custom', server: { middlewareMode: true } })
}

export function devBundle(vite: ViteDevServer): SsrRuntime {
  return {
    load: () => vite.ssrLoadModule('/client/entry-server.tsx') as Promise<SsrBundle>,
    assetsFor: () => ({
      scripts: ['/@refresh-preamble', '/@vite/client', `/${entryClient}`],
      // Styles are linked rather than injected, so that the first paint is styled.
      styles: ['/client/styles/index.css?direct'],
      fonts: [],
      modules: [`/${application}`],
    }),
    deskAssets: () => ({
      scripts: ['/@vite/client', `/${deskEntry}`],
      styles: ['/client/styles/index.css?direct', '/client/desk/styles/index.css?direct'],
      fonts: [],
      modules: [],
    }),
    storablePages: [],
    revision: '',
  }
}

function builtAssets(manifest: Manifest, modules: string[]): PageAssets {
  const entry = entryOf(manifest, entryClient)
  const chunks = new Set<string>()
  const styles = new Set(entry.css)
  for (const key of [application, ...modules.map((module) => join('client', module))]) collect(key)
  return {
    scripts: [`/${entry.file}`],
    styles: [...styles].map((file) => `/${file}`),
    fonts: fontsOf(entry),
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
function builtDeskAssets(manifest: Manifest): PageAssets {
  const site = entryOf(manifest, entryClient)
  const desk = entryOf(manifest, deskEntry)
  return {
    scripts: [`/${desk.file}`],
    styles: [...(site.css ?? []), ...(desk.css ?? [])].map((file) => `/${file}`),
    fonts: fontsOf(site),
    modules: [],
  }
}

function entryOf(manifest: Manifest, name: string): ManifestChunk {
  const entry = manifest[name]
  if (!entry) throw new Error(`The build's manifest lacks ${name}`)
  return entry
}

/** The font of the text, which a page needs at once. */
function fontsOf({ assets = [] }: ManifestChunk): string[] {
  return assets.filter((file) => file.includes('next-latin-wght-normal')).map((file) => `/${file}`)
}
