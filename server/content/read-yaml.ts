import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { BrokenContent, ContentError } from './content-error.ts'
import { describeIssues, parseOptions } from './describe-issues.ts'
import { openYaml } from './open-yaml.ts'
import { type ParseYaml, parseYaml } from './parsed-yaml.ts'
import { substitute, type Variables } from './variables.ts'

/** @throws ContentError naming file and line for a missing file, broken YAML or a wrong shape */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  variables: Variables = {},
  parse: ParseYaml = parseYaml,
): z.output<Schema> {
  const source = substitute(readText(file), variables)
  const result = schema.safeParse(parse(file, source), parseOptions)
  if (result.success) return result.data
  throw new BrokenContent(describeIssues(file, result.error, openYaml(file, source)))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ContentError(file, 1, isMissing ? 'is missing' : String(error))
  }
}
