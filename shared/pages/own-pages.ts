import { routes } from '../routes/routes.ts'

/** These pages show one visitor's own data, so analytics and view counts leave them out. */
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
  routes.unsubscribe,
]

export function isOwnPage(path: string): boolean {
  const { pathname } = new URL(`http://site/${path}`)
  const steps = pathname.split('/').filter(Boolean).map(decode)
  return ownPages.includes(`/${steps.join('/')}`)
}

/** Leaves what can't be decoded as it is. */
export function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
