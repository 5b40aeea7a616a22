export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly body: unknown
  /** Milliseconds until another try; null if the answer doesn't say. */
  readonly retryAfter: number | null

  constructor(
    method: string,
    address: string,
    statusCode: number,
    body: unknown,
    retryAfter: number | null = null,
  ) {
    super(`${method} ${address} was answered with ${statusCode}`)
    this.statusCode = statusCode
    this.body = body
    this.retryAfter = retryAfter
  }
}

export type HttpClient = {
  get(path: string, headers?: Record<string, string>): Promise<unknown>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<unknown>
}

type Answer = {
  ok: boolean
  status: number
  headers?: { get(name: string): string | null }
  text(): Promise<string>
}

export type Fetch = (
  address: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Answer>

/**
 * Sends requests without retries or a timeout.
 * @param baseUrl empty for the page's own origin
 * @throws HttpError for an answer that isn't OK; SyntaxError for one that isn't JSON, such as a captive
 * portal's login page
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
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw new HttpError(method, address, response.status, parse(text), readRetryAfter(response))
  }
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
  }
}

/** Returns milliseconds. Reads only the seconds form of RFC 9110, 10.2.3, because the API sends no dates. */
export function readRetryAfter({ headers }: Pick<Answer, 'headers'>): number | null {
  const seconds = headers?.get('retry-after')
  return seconds && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
