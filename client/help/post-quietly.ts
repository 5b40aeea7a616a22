/** Sends an anonymous count. The request outlives the page, and its failure is ignored. */
export function postQuietly(address: string, body: object): void {
  const headers = { 'content-type': 'application/json' }
  const init = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  } as const
  fetch(address, init).catch(() => {})
}
