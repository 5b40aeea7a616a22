import {
  type Document,
  type DocumentOptions,
  LineCounter,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
} from 'yaml'
import { ContentError } from './content-error.ts'

export type OpenYaml = {
  document: Document.Parsed
  /** The line of an offset into the source, counted from 1. */
  lineAt(offset: number): number
}

/**
 * Parses YAML so that every later complaint can name its line.
 * @throws ContentError naming file and line for broken YAML.
 */
export function openYaml(
  file: string,
  source: string,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): OpenYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { ...options, lineCounter, prettyErrors: false })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  const [broken] = document.errors
  if (broken) throw new ContentError(file, lineAt(broken.pos[0]), broken.message)
  return { document, lineAt }
}
