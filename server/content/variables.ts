/** Values of `site.yml` for `{{name}}` in other files, so that none is repeated. */
export type Variables = Record<string, string>

/** Keeps line numbers and unknown names. */
export function substitute(source: string, variables: Variables): string {
  return source.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => variables[name] ?? whole)
}
