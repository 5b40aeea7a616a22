const begin = '-----BEGIN ACTIVATION REQUEST-----'
const rest = /^([A-Za-z0-9+/=\s]*)-----END ACTIVATION REQUEST-----/

/**
 * Accepts the file, pasted text or a form's body.
 * @returns the unchecked JSON; undefined if there is no request
 */
export function readActivationRequestFile(text: string): unknown {
  return readActivationRequestFiles(text)[0]
}

/** Reads a file with one or more machines' requests, one after the other. A truncated request is undefined. */
export function readActivationRequestFiles(text: string): unknown[] {
  const [, ...requests] = withoutZeros(text).split(begin)
  return requests.map((request) => readRequest(rest.exec(request)?.[1]?.replace(/\s/g, '')))
}

/** Windows PowerShell writes UTF-16. Read as UTF-8, it has a zero byte next to each letter. */
export function withoutZeros(text: string): string {
  return text.replaceAll('\0', '')
}

function readRequest(encoded: string | undefined): unknown {
  if (!encoded) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

export function asksForTrial(request: unknown): boolean {
  const { plan, licenceKey, licenseKey } = Object(request)
  return plan === 'trial' && (licenceKey ?? licenseKey ?? null) === null
}
