/** Fetches the visitor's own data: with cookies, even from an API of another origin, and never from a cache. */
export function fetchWithCookies(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address, { ...init, credentials: 'include', cache: 'no-store' })
}
