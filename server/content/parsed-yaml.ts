import { createHash } from 'node:crypto'
import { visit } from 'yaml'
import { type ContentCache, remember } from './content-cache.ts'
import { openYaml } from './open-yaml.ts'

/** @throws ContentError for broken YAML */
export type ParseYaml = (file: string, source: string) => unknown

/** Keeps 89.00 as text, since it would become 89 cents, and a postcode 0800, which would lose its zero. */
export const parseYaml: ParseYaml = (file, source) => {
  const { document } = openYaml(file, source)
  visit(document, {
    Scalar(_, scalar) {
      if (Number.isInteger(scalar.value) && /\.|^0\d/.test(scalar.source ?? '')) scalar.value = scalar.source
    },
  })
  return document.toJS()
}

/** Start-up reads every release, and the cache is a hundred times as fast as parsing. */
export function createYamlParser(cache?: ContentCache): { parse: ParseYaml; forgetOthers(): void } {
  const used: string[] = []
  return {
    parse(file, source) {
      const key = createHash('sha1').update(source).digest('base64url')
      used.push(key)
      return remember(cache, 'yaml', key, () => parseYaml(file, source))
    },
    forgetOthers: () => cache?.retain('yaml', used),
  }
}
