import { daySchema } from '#shared/calendar/day-schema.ts'
import { ContentError } from './content-error.ts'
import { describeIssues, parseOptions } from './describe-issues.ts'
import type { ContentDocument, Fields } from './documents/document.ts'
import type { SourceFile } from './documents/parse-document.ts'
import { openLenientYaml } from './open-yaml.ts'
import { required, requiredIfThere, ruleOf, whyUnread } from './page-files.ts'
import { createTurns } from './turns.ts'

const ownFields = ['slug', 'dir', 'path', 'extension', 'createdAt', 'updatedAt']
const parsedFields = ['toc', 'body', 'text', 'excerpt']

/** Reports files that the pages can't show: misshapen, missing or unused ones. */
export async function checkDocuments(
  dir: string,
  files: readonly SourceFile[],
  documents: readonly ContentDocument[],
): Promise<ContentError[]> {
  const turns = createTurns()
  const byPath = new Map(files.map((file) => [file.path, file]))
  const paths = new Set(documents.map(({ path }) => path))
  const errors = [...required, ...requiredIfThere.filter(({ file }) => byPath.has(file))]
    .filter(({ path }) => !paths.has(path))
    .map(({ file }) => new ContentError(dir + file, 1, byPath.has(file) ? 'holds nothing' : 'is missing'))
  for (const document of documents) {
    const { path, dir, fields } = document
    // An item of a list has its file's path as directory.
    const file = byPath.get(path + fields.extension) ?? byPath.get(dir + fields.extension)
    if (file) errors.push(...checkDocument(file, document))
    if (turns.isOver()) await turns.next()
  }
  return errors
}

function checkDocument(file: SourceFile, { path, answer }: ContentDocument): ContentError[] {
  const unread = whyUnread(path)
  if (unread) return [new ContentError(file.name, 1, unread)]
  const rule = ruleOf(path)
  if (!rule) return []
  if (file.extension !== rule.extension) {
    return [new ContentError(file.name, 1, `the pages read ${rule.extension} files here`)]
  }
  const { success, error } = rule.schema.safeParse(dataOf(file, answer), parseOptions)
  return success ? falseDays(file) : describeIssues(file.name, error, openLenientYaml(yamlOf(file)))
}

/** YAML 1.1 reads 31 September as 1 October. */
function falseDays(file: SourceFile): ContentError[] {
  return yamlOf(file)
    .split('\n')
    .flatMap((text, index) => {
      const [, day] = /^\w+: *(\d{4}-\d\d-\d\d)\b/.exec(text) ?? []
      if (!day || daySchema.safeParse(day).success) return []
      return [new ContentError(file.name, index + 1, `there is no ${day}`)]
    })
}

function dataOf({ extension }: SourceFile, answer: Fields): Fields {
  const hidden = new Set(extension === '.md' ? [...ownFields, ...parsedFields] : ownFields)
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !hidden.has(name)))
}

/** Starts after the first dashes, so that line numbers stay right. */
function yamlOf({ extension, source }: SourceFile): string {
  if (extension !== '.md') return source
  const start = source.indexOf('---') + 3
  return source.slice(start, source.indexOf('\n---', start))
}
