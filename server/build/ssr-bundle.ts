import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { PageAssets, SsrBundle, StorablePage } from '#shared/pages/render.ts'
import { root } from '../runtime/root.ts'
import { StartError } from '../runtime/start-error.ts'
import {
  application,
  builtAssets,
  builtDeskAssets,
  deskEntry,
  entryClient,
  lateStyles,
  readManifest,
} from './built-assets.ts'
import { readPageFiles } from './page-files.ts'

/** The only place where the server meets the client's code. */
export type SsrRuntime = {
  load(): Promise<SsrBundle>
  /** @param modules files below `client/`, named as in the route table: `./pages/home/page.tsx` */
  assetsFor(modules: string[]): PageAssets
  deskAssets(): PageAssets
  storablePages: readonly StorablePage[]
  /** Identifies the built sources; empty in development. */
  revision: string
}

/** @throws StartError if the site hasn't been built */
export async function loadBuiltBundle(): Promise<SsrRuntime> {
  const dist = join(root, 'dist')
  const file = join(dist, 'server/entry-server.js')
  if (!existsSync(file)) {
    throw new StartError('The site has not been built: run npm run build, or start it with npm start.')
  }
  const manifest = readManifest(join(dist, 'client'))
  const read = (address: string) => readFileSync(join(dist, 'client', address), 'utf8').trim()
  const bundle: SsrBundle = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const pageFiles = readPageFiles(join(dist, 'client'))
  const known = new Map<string, PageAssets>()
  const desk = builtDeskAssets(manifest)
  return {
    load: async () => bundle,
    assetsFor(modules) {
      const page = modules.join()
      const assets = known.get(page) ?? { ...builtAssets(manifest, modules, read), pageFiles }
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
      // Links styles rather than injecting them, so that the first paint is styled.
      styles: [...siteSheets(), ...partSheets()],
      inlineStyle: null,
      pageFiles: null,
      lateStyles: lateStyles(devSheet),
      fonts: [],
      modules: [`/${application}`],
    }),
    deskAssets: () => ({
      scripts: ['/@vite/client', `/${deskEntry}`],
      styles: [...siteSheets(), devSheet('client/desk/styles/index.css')],
      inlineStyle: null,
      pageFiles: null,
      lateStyles: lateStyles(devSheet),
      fonts: [],
      modules: [],
    }),
    storablePages: [],
    revision: '',
  }
}

function siteSheets(): string[] {
  return ['client/site/styles/fonts.css', 'client/site/styles/index.css'].map(devSheet)
}

/** Every page links all sheets, because only the build knows each page's own. */
function partSheets(): string[] {
  const apart = /(fonts|index|media)\.css$/
  return globSync('client/site/styles/*.css')
    .filter((sheet) => !apart.test(sheet))
    .map(devSheet)
}

function devSheet(file: string): string {
  return `/${file}?direct`
}
