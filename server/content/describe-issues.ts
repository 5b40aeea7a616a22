import type { z } from 'zod'
import { ContentError } from './content-error.ts'
import type { OpenYaml } from './open-yaml.ts'

/** Content schemas run once, and compiling a schema takes twice as long as one interpreted run. */
export const parseOptions = { jitless: true, reportInput: true } as const

/** @param error of a parse with `parseOptions` */
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
