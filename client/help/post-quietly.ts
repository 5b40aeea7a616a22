/** Counts something without naming the visitor. It finishes even if they leave, and nobody waits for it. */
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
