import { type Fields, readFields, readNumber } from './read-fields.ts'

/** Each of `articles` is a path, a blank and its title. */
export function readMessageFields(form: Record<string, unknown>): Fields {
  const { values, body, errors } = readFields(form)
  const { revision, articles } = values
  const read = {
    revision: readNumber(revision),
    articles: articles === undefined ? undefined : [articles].flat().map(toArticle),
  }
  return { values, body: { ...body, ...read }, errors }
}

function toArticle(text: string): { path: string; title: string } {
  const [path = '', ...title] = text.split(' ')
  return { path, title: title.join(' ') }
}
