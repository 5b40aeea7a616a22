import { beforeAll, expect, test, vi } from 'vitest'
import { defaultSettings } from '../model/settings.ts'
import type { RemoteMessage } from './remote-messages.ts'

// A browser's EventSource; Node has none.
vi.stubGlobal('window', { EventSource: {} })
const { openRoom, readPairing, seal, unseal } = await import('./pairing.ts')

const room = 'r'.repeat(43)
const sent: RequestInit[] = []
let phone: CryptoKey
let glass: CryptoKey
let link: string

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'https://a.example', pathname: '/' })
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(init)
    return Response.json({ room })
  })
  const opened = await openRoom('')
  link = opened.link
  glass = opened.key
  phone = (await readPairing(new URL(link).hash))?.key as CryptoKey
})

test('the code holds the room and a key that is never sent', () => {
  expect(link).toMatch(new RegExp(`^https://a\\.example/#remote=${room}\\.[\\w-]{22}$`))
  expect(sent).toEqual([{ method: 'POST' }])
})

test('both devices read what the other sealed, and the largest message fits', async () => {
  const reading = '語'.repeat(240)
  const settings = defaultSettings({ narrow: false })
  const state = { phase: 'running' as const, settings, used: 1, left: 2, reading, activeAt: 3 }
  const messages: RemoteMessage[] = [{ kind: 'ask' }, { kind: 'state', from: 'a', state }]
  const text = await seal(glass, 'glass', messages)
  expect(text).toMatch(/^[\w-]{1,7000}$/)
  expect(await unseal(phone, 'glass', text)).toEqual(messages)
})

test('what is changed, sent back or sealed by another key is not read', async () => {
  const text = await seal(phone, 'phone', ['start'])
  await expect(unseal(glass, 'glass', text)).rejects.toThrow()
  await expect(unseal(glass, 'phone', `${text.slice(0, -2)}AA`)).rejects.toThrow()
  const other = (await readPairing(`#remote=${room}.${'A'.repeat(22)}`))?.key as CryptoKey
  await expect(unseal(other, 'phone', text)).rejects.toThrow()
})

test.each(['#remote', '#remote=', `#remote=${room}`, `#remote=${room}.short`, '#try'])(
  '%s is no whole code',
  async (hash) => {
    expect(await readPairing(hash)).toBeNull()
  },
)
