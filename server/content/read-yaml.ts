import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { ContentError } from './content-error.ts'
import { openYaml } from './open-yaml.ts'
import { type ParseYaml, parseYaml } from './parsed-yaml.ts'
import { substitute, type Variables } from './variables.ts'

/**
 * Reads one YAML file and checks it against its schema.
 * @throws ContentError naming file and line, for a missing file, broken YAML or a value of the wrong shape.
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  variables: Variables = {},
  parse: ParseYaml = parseYaml,
): z.output<Schema> {
  const source = substitute(readText(file), variables)
  // For one value, zod's way of compiling the schema first takes twice as long.
  const result = schema.safeParse(parse(file, source), { jitless: true })
  if (result.success) return result.data
  const { document, lineAt } = openYaml(file, source)
  const [issue] = result.error.issues as [z.core.$ZodIssue]
  const name = issue.path.join('.') || 'the document'
  throw new ContentError(file, lineOf(issue.path), `${name}: ${issue.message}`)

  /** The line of the deepest node on the path that exists: a missing key is reported where it should stand. */
  function lineOf(path: PropertyKey[]): number {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as
        | { range?: [number, number, number] }
        | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return 1
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ContentError(
      file,
      1,
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : String(error),
    )
  }
}
