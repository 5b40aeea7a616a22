import type { ViteDevServer } from 'vite'

/** Vite inside our server, while developing: compiles the client on demand and reloads what changed. */
export async function createViteDevServer(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({ appType: 'custom', server: { middlewareMode: true } })
}
