import { type Document, isMap, isNode, LineCounter, parseDocument, type YAMLParseError } from 'yaml'
import { ContentError } from './content-error.ts'

export type OpenYaml = {
  document: Document.Parsed
  /** Finds the line of a path's name or value. A missing path gets its nearest parent's line. */
  lineOf(path: PropertyKey[]): number
}

/** @throws ContentError naming file and line for broken YAML */
export function openYaml(file: string, source: string): OpenYaml {
  const { document, lineAt, lineOf } = parse(source)
  const [broken] = document.errors
  if (broken) throw new ContentError(file, lineAt(broken.pos[0]), describeError(broken, source))
  return { document, lineOf }
}

export const colonInText =
  'text with a colon in it stands in quotes; if there is none, a line begins too far right'

/** The second of two equal members is often an example that someone uncommented. */
function describeError({ code, pos, message }: YAMLParseError, source: string): string {
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return colonInText
  if (code !== 'DUPLICATE_KEY') return message
  const [name = ''] = source.slice(pos[0]).split(/[:\s]/, 1)
  return `${name} stands here a second time: keep one of them`
}

/** Finds lines in text that only a more lenient parser accepts. */
export function openLenientYaml(source: string): Pick<OpenYaml, 'lineOf'> {
  return parse(source)
}

function parse(source: string) {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  return {
    document,
    lineAt,
    lineOf(path: PropertyKey[]): number {
      for (let depth = path.length; depth > 0; depth--) {
        const offset = offsetAt(document, path.slice(0, depth))
        if (offset !== undefined) return lineAt(offset)
      }
      return 1
    },
  }
}

function offsetAt(document: Document.Parsed, path: PropertyKey[]): number | undefined {
  const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const key = isMap(holder) && holder.items.find((pair) => String(pair.key) === String(path.at(-1)))?.key
  const node = key || document.getIn(path, true)
  return isNode(node) ? node.range?.[0] : undefined
}
