/** Reads a key behind `#key=`. Applications add it encoded or as it is, and old keys have `+`, `&`, `#` and `%`. */
export function keyInAddress(hash: string): string {
  const [, key = ''] = hash.split('#key=')
  try {
    return decodeURIComponent(key.replace(/%(?!\w\w)/g, '%25'))
  } catch {
    return key
  }
}
