import { createRequire } from 'node:module'

type Parser = typeof import('./parse-markdown.ts')

const require = createRequire(import.meta.url)

/**
 * `parseMarkdown`, whose code is loaded with the first document that was never parsed before: parser and syntax
 * highlighting are half of all the code there is, and a start with a full cache needs neither.
 */
export const parseMarkdown: Parser['parseMarkdown'] = (source) =>
  (require('./parse-markdown.ts') as Parser).parseMarkdown(source)
