import { type Fields, readFields, readNumber } from './read-fields.ts'

/** An answer to a message. Each of `articles` is a path, a blank and its title. */
export function readAnswerFields(form: Record<string, unknown>): Fields {
  const { values } = readFields(form)
  const { text, revision, articles = [] } = values
  const body = {
    text,
    revision: readNumber(revision),
    articles: [articles].flat().map((each) => {
      const [path = '', ...title] = each.split(' ')
      return { path, title: title.join(' ') }
    }),
  }
  return { values, body, errors: [] }
}
