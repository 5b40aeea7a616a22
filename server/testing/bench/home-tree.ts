import { pathToFileURL } from 'node:url'
import type { PageRequest } from '#shared/pages/render.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { renderPage } from '../../web/pages/render.ts'

/** The exports of `client/measure/entry-bench.tsx`. */
type Bundle = {
  loadPage(request: PageRequest): Promise<{ context: unknown; tree(context: unknown): unknown }>
  renderToPipeableStream(tree: unknown, options: { onShellReady(): void }): Stream
}
type Stream = { pipe(to: NodeJS.WritableStream): void }

export async function homeTree(bundleFile: string) {
  const { loadPage, renderToPipeableStream }: Bundle = await import(pathToFileURL(bundleFile).href)
  const ctx = await createContext(readConfig())
  let tree: unknown
  const bundle = {
    pages: [],
    storablePages: [],
    async renderPage(request: PageRequest) {
      const page = await loadPage(request)
      tree = page.tree(page.context)
      return { kind: 'redirect', status: 302, location: '/' } as const
    },
  }
  const ssr = { ...ctx.ssr, load: async () => bundle }
  await renderPage({ ...ctx, ssr }, { address: '/', policy: 'shared' }, new AbortController().signal)
  return { tree, renderToPipeableStream }
}
