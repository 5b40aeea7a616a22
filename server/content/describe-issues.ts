import type { z } from 'zod'
import { ContentError } from './content-error.ts'
import type { OpenYaml } from './open-yaml.ts'

/** Content schemas run once, and compiling a schema takes twice as long as one interpreted run. */
export const parseOptions = { jitless: true, reportInput: true, error: inWords } as const

const kinds: Partial<Record<string, string>> = {
  string: 'is text: put it in quotes',
  number: 'is a number',
  int: 'is a whole number',
  boolean: 'is true or false',
  array: 'is a list, each item behind a dash on a line of its own',
  object: 'has members, each on a line of its own below it',
  record: 'has members, each on a line of its own below it',
}

/** Messages for members whose schema has none of its own. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small' && issue.origin === 'number')
    return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'number') return `at most ${issue.maximum}`
  if (issue.code === 'too_small' && issue.minimum === 1) return 'is empty'
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'an address reads https://www.example.com'
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === null ? 'is empty' : kinds[issue.expected]
}

/** @param error from parsing with `parseOptions` */
export function describeIssues(
  file: string,
  { issues }: z.ZodError,
  { lineOf }: Pick<OpenYaml, 'lineOf'>,
): [ContentError, ...ContentError[]] {
  const problems = issues.flatMap((issue) => {
    const describe = (path: PropertyKey[], message: string) =>
      new ContentError(file, lineOf(path), `${path.join('.') || 'the document'}: ${message}`)
    if (issue.code !== 'unrecognized_keys') {
      return [describe(issue.path, issue.input === undefined ? 'is missing' : issue.message)]
    }
    const messages = issue.message.split('\n')
    return issue.keys.map((key, index) => describe([...issue.path, key], messages[index] ?? ''))
  })
  return problems.sort((a, b) => a.line - b.line) as [ContentError, ...ContentError[]]
}
