/** Reads the key after `#key=`. Applications may or may not encode it, and old keys contain `+`, `&`, `#` and `%`. */
export function keyInAddress(hash: string): string {
  const [, key = ''] = hash.split('#key=')
  try {
    return decodeURIComponent(key.replace(/%(?!\w\w)/g, '%25'))
  } catch {
    return key
  }
}
