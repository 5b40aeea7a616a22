/** Avoids a regular expression, which would take quadratic time on ten thousand slashes. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}
