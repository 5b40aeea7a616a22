/** For what is the visitor's own: with the cookie that opens it, also from an API of another origin, and never from a cache. */
export function fetchOwn(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address, { ...init, credentials: 'include', cache: 'no-store' })
}
