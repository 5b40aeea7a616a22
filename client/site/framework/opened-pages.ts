import type { PageModule } from './create-routes.tsx'

type OpenedPages = {
  /** @param address path and query */
  keep(address: string, data: unknown): void
  /** Wraps the page's loader. While offline it answers with the last data of the address. */
  remember(page: PageModule): PageModule
}

export function createOpenedPages(isOnline: () => boolean): OpenedPages {
  const opened = new Map<string, unknown>()

  return {
    keep: (address, data) => void opened.set(address, data),
    remember({ Component, loader }) {
      if (typeof loader !== 'function') return { Component }
      return {
        Component,
        async loader(args, handlerContext) {
          const { pathname, search } = args.url
          const address = pathname + search
          try {
            const data = await loader(args, handlerContext)
            opened.set(address, data)
            return data
          } catch (error) {
            if (isOnline() || !opened.has(address)) throw error
            return opened.get(address)
          }
        },
      }
    },
  }
}
