/** Fetches the visitor's own data, which no cache may hold, also from an API of another origin. */
export function fetchWithCookies(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address, { ...init, credentials: 'include', cache: 'no-store' })
}
