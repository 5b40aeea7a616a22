/** Fetches the visitor's own data, uncached and with cookies, even from an API on another origin. */
export function fetchWithCookies(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address, { ...init, credentials: 'include', cache: 'no-store' })
}
