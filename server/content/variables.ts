/** What `{{name}}` stands for in the files of `content/`: the identity of `site.yml`, so that copy never repeats it. */
export type Variables = Record<string, string>

/** Replaces each known `{{name}}`; lines keep their numbers, unknown names stay as they are. */
export function substitute(source: string, variables: Variables): string {
  return source.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => variables[name] ?? whole)
}
