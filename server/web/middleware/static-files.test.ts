import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const app = express().use(staticFiles())

test.each([
  ['bytes=-99999999', 200],
  ['bytes=-10', 206],
  ['bytes=0-9', 206],
  ['bytes=-0', 416],
  ['bytes=99999999-', 416],
])('a range %s of a small file is answered with %i', async (range, status) => {
  const answer = await request(app).get('/favicon.svg').set('Range', range)
  expect(answer.status).toBe(status)
  if (status === 200) expect(answer.headers['content-range']).toBeUndefined()
})

test('HEAD has no ranges', async () => {
  const answer = await request(app).head('/favicon.svg').set('Range', 'bytes=0-9')
  const whole = await request(app).head('/favicon.svg')
  expect([answer.status, answer.get('content-length')]).toEqual([200, whole.get('content-length')])
})
