const block = /-----BEGIN ACTIVATION REQUEST-----([A-Za-z0-9+/=\s]*)-----END ACTIVATION REQUEST-----/

/** Accepts the file, a pasted text or a form's body. @returns the JSON, unchecked; undefined without a request */
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
