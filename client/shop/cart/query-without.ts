/** Leaves the parameters of others as they are. */
export function queryWithout(query: URLSearchParams, ...names: string[]): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest
}
