const block = /-----BEGIN ACTIVATION REQUEST-----([A-Za-z0-9+/=\s]*)-----END ACTIVATION REQUEST-----/

/**
 * Finds the block that the desktop application wrote in whatever carries it: the file itself, a pasted text, or the
 * body of a form with the file in it.
 * @returns the base64 between its two lines as JSON, not checked yet; undefined where there is none
 */
export function readActivationRequestFile(text: string): unknown {
  const encoded = block.exec(text)?.[1]?.replace(/\s/g, '')
  if (!encoded) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
