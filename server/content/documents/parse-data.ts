import { createRequire } from 'node:module'
import { ContentError, SkippedDocument } from '../content-error.ts'
import { colonInText } from '../open-yaml.ts'
import { nestCell } from './nest-cell.ts'

type Parser = (source: string) => unknown

const require = createRequire(import.meta.url)

const depthMax = 100

const libraries = {
  csv: () => require('csv-parse/sync') as typeof import('csv-parse/sync'),
  json5: () => require('json5') as typeof import('json5'),
  xml: () => require('xml2js') as typeof import('xml2js'),
  yaml: () => require('js-yaml') as typeof import('js-yaml'),
}

const dataParsers: Readonly<Record<string, Parser>> = {
  '.json': parseJson,
  '.json5': (source) => libraries.json5().parse(source),
  '.yaml': parseDataYaml,
  '.yml': parseDataYaml,
  '.csv': (source) => ({ body: parseRows(source) }),
  '.xml': (source) => ({ body: parseXml(source) }),
}

const frontMatterParsers: Readonly<Record<string, Parser>> = {
  json: parseJson,
  yaml: parseYaml,
  yml: parseYaml,
}

export const dataExtensions: readonly string[] = Object.keys(dataParsers)

/** Puts CSV rows and XML under `body`. @throws ContentError naming file and line */
export function parseData(file: string, source: string, extension: string): unknown {
  const parse = dataParsers[extension]
  if (!parse) throw new ContentError(file, 1, `files of type ${extension} can't be read`)
  return parseWith(parse, file, source)
}

/** @throws ContentError naming file and line, SkippedDocument for an unknown language */
export function parseFrontMatter(file: string, source: string, language: string): unknown {
  const parse = Object.hasOwn(frontMatterParsers, language) && frontMatterParsers[language]
  if (!parse) throw new SkippedDocument(file, 1, `is left out: front matter is YAML or JSON, not ${language}`)
  return parseWith(parse, file, source)
}

function parseWith(parse: Parser, file: string, source: string): unknown {
  const value = parseOrComplain(parse, file, source)
  if (isTooDeep(value)) {
    throw new ContentError(file, 1, `is nested deeper than ${depthMax} levels, or refers to itself`)
  }
  return value
}

/** YAML aliases can form cycles. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > depthMax || Object.values(value).some((item) => isTooDeep(item, depth + 1))
}

function parseOrComplain(parse: Parser, file: string, source: string): unknown {
  try {
    return parse(source)
  } catch (error) {
    const lastLine = source.trimEnd().split('\n').length
    throw new ContentError(file, Math.min(lineOf(error), lastLine), reasonOf(error))
  }
}

/** Like Nuxt Content, js-yaml 3 reads YAML 1.1: unquoted dates are Date objects, `014` is 12. */
function parseYaml(source: string): unknown {
  return libraries.yaml().safeLoad(source)
}

/** Like Nuxt Content, allows duplicate keys in data files; the last one counts. */
function parseDataYaml(source: string): unknown {
  return libraries.yaml().safeLoad(source, { json: true })
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    // Some messages of this parser lack the line, so the other parser reports the error.
    if (error instanceof Error && !/\bline \d/.test(error.message)) libraries.json5().parse(source)
    throw error
  }
}

/** Header names nest at dots; cells beyond the header become `field3` and so on. */
function parseRows(source: string): Record<string, unknown>[] {
  const [header = [], ...rows] = libraries.csv().parse(source, {
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
  const { Parser } = libraries.xml()
  new Parser({ async: false }).parseString(source, (error, value) => {
    failure ??= error
    result = value
  })
  if (failure) throw failure
  return result
}

/** Marks count lines from 0. */
type ParserError = {
  message?: string
  lineNumber?: number
  lines?: number
  mark?: { line: number }
  reason?: string
}

function lineOf(error: unknown): number {
  const { lineNumber, lines, mark, message = '' } = error as ParserError
  const fromZero = /^Line: (\d+)$/m.exec(message)?.[1] ?? mark?.line
  if (fromZero !== undefined) return Number(fromZero) + 1
  return lineNumber ?? lines ?? Number(/\bline (\d+)/i.exec(message)?.[1] ?? 1)
}

function reasonOf(error: unknown): string {
  const { reason, message = String(error) } = error as ParserError
  if (reason?.startsWith('incomplete explicit mapping pair')) return colonInText
  return reason ?? (message.split('\n', 1)[0] as string)
}
