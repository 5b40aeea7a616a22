import { describe, expect, test } from 'vitest'
import { valueReader } from './field-reader.ts'
import { compileWhere } from './where.ts'

const post = {
  title: 'Dark mode',
  views: 95,
  reading_time: 2,
  priority: null,
  date: new Date('2021-02-11'),
  tags: ['design', 'ui'],
  author: { name: 'Ana' },
  related: [{ slug: 'a', weight: 8 }, { slug: 'b' }],
  sources: [],
  chapters: [{ parts: [], notes: { list: [] } }],
}

describe('a condition holds', () => {
  test.each<[string, Record<string, unknown>]>([
    ['for an equal value', { views: 95 }],
    ['for all operators of a field together', { views: { $gte: 90, $lt: 100 } }],
    ['at a bound that belongs to it, below', { views: { $gte: 95 } }],
    ['at a bound that belongs to it, above', { views: { $lte: 95 } }],
    ['at both bounds of $between', { views: { $between: [95, 95] } }],
    [
      'for one of thousands of values',
      { views: { $in: Array.from({ length: 5_000 }, (_, index) => index) } },
    ],
    ['for a date as ISO string', { date: '2021-02-11T00:00:00.000Z' }],
    ['for a date after a plain date', { date: { $gt: '2021-02-10' } }],
    ['for a date in milliseconds', { date: { $lte: Date.UTC(2021, 1, 11) } }],
    ['for any element of a list with $in', { tags: { $in: ['ui', 'api'] } }],
    ['for a dotted path', { 'author.name': 'Ana' }],
    ['for a dotted path through a list', { 'related.slug': { $contains: 'b' } }],
    ['for a field with an underscore', { reading_time: 2 }],
    ['for the short form of an operator', { views_gte: 90 }],
    ['for the short form with more behind it', { views_gte_x: 90 }],
    ['for the short form on a field with an underscore', { reading_time_lte: 2 }],
    ['with $exists for null', { priority: { $exists: true } }],
    ['with $exists for a field of any item', { 'related.weight': { $exists: true } }],
    ['with $exists for a field of no item', { 'related.note': { $exists: false } }],
    ['with $exists for a field of an empty list’s items', { 'sources.slug': { $exists: false } }],
    ['with $exists for a field of empty lists’ items', { 'chapters.parts.slug': { $exists: false } }],
    ['with $exists for an empty list of an item', { 'chapters.parts': { $exists: true } }],
    ['with $exists for an empty list within an item', { 'chapters.notes.list': { $exists: true } }],
    ['with $exists for an empty list', { sources: { $exists: true } }],
    ['with $size through an empty list', { 'sources.slug': { $size: 0 } }],
    ['with $all of $elemMatch', { related: { $all: [{ $elemMatch: { slug: 'b' } }] } }],
    ['with $all', { tags: { $all: ['design', 'ui'] } }],
    ['with $elemMatch on objects', { related: { $elemMatch: { slug: 'a', weight: { $gt: 5 } } } }],
    [
      'with $elemMatch on objects by one of two fields',
      { related: { $elemMatch: { weight: { $gt: 5 }, $or: [{ slug: 'x' }, { slug: 'a' }] } } },
    ],
    [
      'with $elemMatch on values by one of two',
      { tags: { $elemMatch: { $or: [{ $eq: 'x' }, { $eq: 'ui' }] } } },
    ],
    ['with $exists as a query string has it', { nope: { $exists: 'false' } }],
    ['for a date in milliseconds as text', { date: String(Date.UTC(2021, 1, 11)) }],
    ['with $elemMatch on values', { tags: { $elemMatch: { $in: ['ui'] } } }],
    ['with $nor', { $nor: [{ views: 1 }, { title: 'x' }] }],
    ['with $not', { $not: { views: 1 } }],
    ['with flags', { title: { $regex: ['^dark', 'i'] } }],
    ['with $not of a pattern', { title: { $not: { $regex: '^Light' } } }],
  ])('%s', (_name, where) => expect(holds(where)).toBe(true))
})

describe('a condition does not hold', () => {
  test.each<[string, Record<string, unknown>]>([
    ['for text of a number', { views: '95' }],
    ['for an element of a list', { tags: 'ui' }],
    ['for null where a field is missing', { nope: null }],
    ['through a prototype', { constructor: { $exists: true } }],
    ['through a prototype by path', { 'author.__proto__.toString': { $exists: true } }],
    ['with $elemMatch on fields of plain values', { tags: { $elemMatch: { slug: { $exists: false } } } }],
    [
      'with $all of $elemMatch where one finds nothing',
      {
        related: { $all: [{ $elemMatch: { slug: 'a' } }, { $elemMatch: { slug: 'c' } }] },
      },
    ],
    ['for one of two operators', { views: { $gte: 90, $lt: 95 } }],
    ['at a bound that does not belong to it, below', { views: { $gt: 95 } }],
    ['at a bound that does not belong to it, above', { views: { $lt: 95 } }],
    ['for an empty $or', { $or: [] }],
  ])('%s', (_name, where) => expect(holds(where)).toBe(false))
})

describe('a condition is refused', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['for an unknown operator', { views: { $near: 1 } }, '$near is not an operator'],
    ['for $where', { views: { $where: 'this' } }, '$where is not an operator'],
    ['for a look-behind', { title: { $regex: '(?<=a)b' } }, '$regex'],
    ['for a pattern in a field’s $and', { title: { $and: [{ $regex: 'D' }] } }, '$regex'],
    ['for unknown flags', { title: { $regex: ['a', 'zz'] } }, 'flags'],
    ['for a list where a value belongs', { tags: ['ui'] }, 'tags takes a plain value'],
    ['for $in without a list', { views: { $in: 5 } }, '$in must be a list'],
    ['for too many conditions', { $or: Array(501).fill({ views: 1 }) }, 'more than 500 conditions'],
    [
      'for too many words',
      { title: { $contains: Array(5_001).fill('x') } },
      'too many or too large patterns',
    ],
    ['for too deep nesting', nested(101), 'nested deeper than 100'],
  ])('%s', (_name, where, message) => expect(() => holds(where)).toThrow(message))
})

function holds(where: Record<string, unknown>): boolean {
  const hasField = (name: string) => Object.hasOwn(post, name)
  return compileWhere<unknown>(Object.entries(where), valueReader, hasField).every((condition) =>
    condition.holds(post),
  )
}

function nested(depth: number): Record<string, unknown> {
  return depth === 0 ? { views: 95 } : { $and: [nested(depth - 1)] }
}
