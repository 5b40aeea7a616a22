import { expect, test } from 'vitest'
import { sendLink } from './send-link.ts'

const link = { title: 'Download', url: 'https://www.example.com/downloads' }
const refuse = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))

function createClipboard() {
  const copied: string[] = []
  return { copied, writeText: async (text: string) => void copied.push(text) }
}

test('a link goes to the share sheet, and to the clipboard where there is none', async () => {
  const shared: unknown[] = []
  const clipboard = createClipboard()
  const share = async (data?: ShareData) => void shared.push(data)
  expect(await sendLink({ share, clipboard }, link)).toBe('shared')
  expect([shared, clipboard.copied]).toEqual([[link], []])
  expect(await sendLink({ clipboard }, link)).toBe('copied')
  expect(clipboard.copied).toEqual([link.url])
})

test('a closed sheet copies nothing, a refused one copies the link', async () => {
  const clipboard = createClipboard()
  expect(await sendLink({ share: refuse('AbortError'), clipboard }, link)).toBe('shared')
  expect(clipboard.copied).toEqual([])
  expect(await sendLink({ share: refuse('NotAllowedError'), clipboard }, link)).toBe('copied')
})

test('a browser that refuses both is told apart', async () => {
  expect(await sendLink({}, link)).toBe('neither')
  expect(await sendLink({ clipboard: { writeText: refuse('NotAllowedError') } }, link)).toBe('neither')
})
