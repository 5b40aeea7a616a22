import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { originForm } from './origin-form.ts'

test.each([
  ['/shop?x=1', '/shop?x=1'],
  ['//evil.example/', '//evil.example/'],
  ['http://evil.example:99999/shop?x=http://y/z', '/shop?x=http://y/z'],
  ['HTTP://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['*', '/*'],
])('the target %s is read as %s', (target, read) => {
  const request = { url: target } as IncomingMessage
  originForm(({ url }) => expect(url).toBe(read))(request, {} as ServerResponse)
  expect(request.url).toBe(read)
})
