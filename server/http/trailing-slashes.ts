/** A path without the slashes at its end; the root stays. A pattern would try each of ten thousand slashes anew. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}
