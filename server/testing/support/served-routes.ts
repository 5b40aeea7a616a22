import { Router } from 'express'
import { vi } from 'vitest'

/** Records routes while a site is built. Mounted routers lose their mount's path. */
export function spyOnRouters() {
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
  const use = vi.spyOn(Router.prototype, 'use')
  const told = methods.map((method) => ({ method, spy: vi.spyOn(Router.prototype, method) }))

  function mountOf(router: unknown): string {
    const index = use.mock.calls.findIndex((args) => args.flat().includes(router))
    if (index === -1) return ''
    const [path] = use.mock.calls[index] ?? []
    return mountOf(use.mock.contexts[index]) + (typeof path === 'string' ? path : '')
  }

  return {
    /** Such as "get /api/orders/:id". */
    listRoutes(): string[] {
      const found = told.flatMap(({ method, spy }) =>
        spy.mock.calls.flatMap(([paths], index) =>
          [paths].flat().map((path) => `${method} ${mountOf(spy.mock.contexts[index])}${path}`),
        ),
      )
      vi.restoreAllMocks()
      return [...new Set(found.map((route) => route.replace('//', '/').replace(/(?<=\w)\/$/, '')))]
    },
  }
}
