import { routes } from '../routes/routes.ts'

/** Pages with one visitor's own data, which analytics and view counts leave out. */
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

/** Returns a path that can't be decoded unchanged. */
export function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
