/** An answer that is not OK: its status code, and its body parsed where it is JSON, else as text. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly body: unknown

  constructor(method: string, address: string, statusCode: number, body: unknown) {
    super(`${method} ${address} was answered with ${statusCode}`)
    this.statusCode = statusCode
    this.body = body
  }
}

export type HttpClient = {
  get(path: string): Promise<unknown>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown>
}

export type Fetch = (
  address: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ ok: boolean; status: number; text(): Promise<string> }>

/**
 * JSON over HTTP: no retries, no timeout.
 * @param baseUrl put before every path; empty for the page's own origin
 * @param fetch the browser's, or node-fetch
 * Its methods throw HttpError for an answer that is not OK, and what `fetch` throws when there is none.
 */
export function createHttpClient(baseUrl: string, fetch: Fetch): HttpClient {
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const address = baseUrl + path
    const response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = parse(await response.text())
    if (!response.ok) throw new HttpError(method, address, response.status, answer)
    return answer
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
