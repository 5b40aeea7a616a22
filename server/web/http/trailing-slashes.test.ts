import { expect, test } from 'vitest'
import { withoutTrailingSlashes } from './trailing-slashes.ts'

test.each([
  ['', ''],
  ['/', '/'],
  ['//', '/'],
  ['/news', '/news'],
  ['/news/', '/news'],
  ['/news//', '/news'],
  ['//news//old//', '//news//old'],
])('%j ends as %j', (path, kept) => expect(withoutTrailingSlashes(path)).toBe(kept))
