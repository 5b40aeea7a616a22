/** Values of `site.yml` and other settings that replace `{{name}}` in other files. */
export type Variables = Record<string, string>

/**
 * Sections follow Mustache: `{{#name}}…{{/name}}` stays if the name has a value, `{{^name}}…{{/name}}` if its
 * value is empty. Keeps line numbers and unknown names.
 */
export function substitute(source: string, variables: Variables): string {
  return source
    .replace(/\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/gs, (whole, mark: string, name: string, text: string) => {
      const value = variables[name]
      if (value === undefined) return whole
      return (mark === '#') === (value !== '') ? text : text.replace(/[^\n]/g, '')
    })
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => variables[name] ?? whole)
}
