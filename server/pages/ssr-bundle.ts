import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Manifest, ViteDevServer } from 'vite'
import type { PageAssets, SsrBundle, StorablePage } from '#shared/render.ts'
import { root } from '../root.ts'
import { StartError } from '../start-error.ts'
import { runCompiled } from './run-compiled.ts'

/** The rendered side of the client, and where its built files are: the one place where server meets client. */
export type SsrRuntime = {
  load(): Promise<SsrBundle>
  /** @param modules files below `client/`, as the route table names them: `./pages/home.tsx`. */
  assetsFor(modules: string[]): PageAssets
  storablePages: readonly StorablePage[]
  /** Changes with the built files. */
  revision: string
}

const entryClient = 'client/entry-client.ts'
const application = 'client/start.tsx'
const entryServer = 'client/entry-server.tsx'

/** @throws StartError when the site has not been built */
export function loadBuiltBundle(dist = join(root, 'dist')): SsrRuntime {
  const file = resolve(dist, 'server/entry-server.cjs')
  if (!existsSync(file)) {
    throw new StartError('The site has not been built: run npm run build, or start it with npm start.')
  }
  const manifestJson = readFileSync(resolve(dist, 'client/.vite/manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(manifestJson)
  const bundle = runCompiled(file) as SsrBundle
  const known = new Map<string, PageAssets>()
  return {
    load: async () => bundle,
    assetsFor(modules) {
      const page = modules.join()
      const assets = known.get(page) ?? builtAssets(manifest, modules)
      known.set(page, assets)
      return assets
    },
    storablePages: bundle.storablePages,
    revision: createHash('sha1').update(manifestJson).digest('base64url'),
  }
}

/** While developing, Vite compiles the client as it is asked for. */
export function devBundle(vite: ViteDevServer): SsrRuntime {
  return {
    load: () => vite.ssrLoadModule(`/${entryServer}`) as Promise<SsrBundle>,
    assetsFor: () => ({
      scripts: ['/@refresh-preamble', '/@vite/client', `/${entryClient}`],
      // Linked and not injected, so that the first paint is styled.
      styles: ['/client/styles/index.css?direct'],
      fonts: [],
      modules: [`/${application}`],
    }),
    storablePages: [],
    revision: '',
  }
}

function builtAssets(manifest: Manifest, modules: string[]): PageAssets {
  const entry = manifest[entryClient]
  if (!entry) throw new Error(`The build's manifest lacks ${entryClient}`)
  const chunks = new Set<string>()
  const styles = new Set<string>(entry.css)
  collect(application)
  for (const module of modules) collect(`client/${module.replace('./', '')}`)
  return {
    scripts: [`/${entry.file}`],
    styles: [...styles].map((file) => `/${file}`),
    fonts: (entry.assets ?? [])
      .filter((file) => file.includes('next-latin-wght-normal'))
      .map((file) => `/${file}`),
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
