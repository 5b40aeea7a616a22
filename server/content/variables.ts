/** What `{{name}}` stands for in the files of `content/`: values of `site.yml`, so no text repeats them. */
export type Variables = Record<string, string>

/** Replaces each known `{{name}}`; lines keep their numbers, unknown names stay as they are. */
export function substitute(source: string, variables: Variables): string {
  return source.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => variables[name] ?? whole)
}
