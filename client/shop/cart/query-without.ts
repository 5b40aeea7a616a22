/** Removes the named parameters and keeps the others. */
export function queryWithout(query: URLSearchParams, ...names: string[]): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest
}
