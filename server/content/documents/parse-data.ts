import { createRequire } from 'node:module'
import { ContentError } from '../content-error.ts'
import { openYaml } from '../open-yaml.ts'
import { nestCell } from './nest-cell.ts'
import { plainTags } from './plain-yaml.ts'
import { spellKeys } from './spell-keys.ts'

const require = createRequire(import.meta.url)

/** Loaded with the first file of their kind. */
const formats = {
  csv: () => require('csv-parse/sync') as typeof import('csv-parse/sync'),
  json5: () => require('json5') as typeof import('json5'),
  xml: () => require('xml2js') as typeof import('xml2js'),
}

const parsers: Record<string, (source: string, file: string) => unknown> = {
  '.json': parseJson,
  '.json5': (source) => formats.json5().parse(source),
  '.yaml': parseYaml,
  '.yml': parseYaml,
  '.csv': (source) => ({ body: parseRows(source) }),
  '.xml': (source) => ({ body: parseXml(source) }),
}

export const dataExtensions: readonly string[] = Object.keys(parsers)

/**
 * Parses a data file by its extension; CSV rows and XML stand under `body`.
 * @throws ContentError naming file and line.
 */
export function parseData(file: string, source: string, extension: string): unknown {
  const parse = parsers[extension]
  if (!parse) throw new ContentError(file, 1, `files of type ${extension} can't be read`)
  try {
    return parse(source, file)
  } catch (error) {
    if (error instanceof ContentError) throw error
    // The XML parser goes on with its own count of lines and columns.
    const message = error instanceof Error ? error.message : String(error)
    throw new ContentError(file, lineOf(error), message.split('\n', 1)[0] as string)
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    // Not every message of this parser tells the line; the other one's do.
    if (error instanceof Error && !/\bline \d/.test(error.message)) formats.json5().parse(source)
    throw error
  }
}

/** Unquoted dates become Date objects, as site authors expect of front matter. */
function parseYaml(source: string, file: string): unknown {
  const { document } = openYaml(file, source, { customTags: plainTags })
  spellKeys(document)
  return document.toJS()
}

/** One object per row by the names of the first row, which nest at dots; cells beyond those are `field3` and so on. */
function parseRows(source: string): Record<string, unknown>[] {
  const [header = [], ...rows] = formats.csv().parse(source, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  })
  return rows.map((cells) => {
    const row = {}
    cells.forEach((cell, index) => {
      nestCell(row, header[index] || `field${index + 1}`, cell)
    })
    return row
  })
}

function parseXml(source: string): unknown {
  let result: unknown
  let failure: Error | null = null
  const { Parser } = formats.xml()
  new Parser({ async: false }).parseString(source, (error, value) => {
    failure ??= error
    result = value
  })
  if (failure) throw failure
  return result
}

/** Each parser tells the line in its own way: as a property, or in its message counted from 0 or 1. */
function lineOf(error: unknown): number {
  const { lineNumber, lines } = error as { lineNumber?: number; lines?: number }
  const message = error instanceof Error ? error.message : ''
  const fromZero = /^Line: (\d+)$/m.exec(message)?.[1]
  if (fromZero !== undefined) return Number(fromZero) + 1
  return lineNumber ?? lines ?? Number(/\bline (\d+)/i.exec(message)?.[1] ?? 1)
}
