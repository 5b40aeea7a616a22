import { routes } from './routes.ts'

/** They show what is one visitor's own, so no analytics run there and no view of them is counted. */
export const ownPages: readonly string[] = [
  routes.cart,
  routes.completed,
  routes.quote,
  routes.licences,
  routes.licencesSent,
  routes.licencesOpen,
  routes.licencesChange,
  routes.licencesMove,
  routes.renew,
]

/** @param path in any spelling: encoded, with dots, with more slashes than it needs */
export function isOwnPage(path: string): boolean {
  const { pathname } = new URL(`http://site/${path}`)
  const steps = pathname.split('/').filter(Boolean).map(decode)
  return ownPages.includes(`/${steps.join('/')}`)
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
