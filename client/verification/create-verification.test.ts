import { expect, test, vi } from 'vitest'
import { createVerification } from './create-verification.ts'
import type { Recaptcha } from './load-script.ts'

const settings = { siteKey: 'key', version: 2, size: 'normal', baseUrl: 'https://human.example' } as const
const appearance = { theme: 'dark', onPassed: vi.fn(), onExpired: vi.fn(), onFailed: vi.fn() } as const
const container = {} as HTMLElement

const loaded = (recaptcha: Partial<Recaptcha>) => async () =>
  ({ render: () => 7, reset: () => {}, ...recaptcha }) satisfies Recaptcha

test.each([
  ['No key provided', { ...settings, siteKey: '' }],
  ['No version provided', { baseUrl: settings.baseUrl, siteKey: 'key' }],
])('%s is said before anything is loaded', (message, incomplete) => {
  const load = vi.fn()
  expect(() => createVerification(incomplete, load)).toThrow(
    expect.objectContaining({ name: 'VerificationError', message }),
  )
  expect(load).not.toHaveBeenCalled()
})

test('a widget of version 2 is rendered with the key, in normal size and the given theme, and can be reset', async () => {
  const render = vi.fn<Recaptcha['render']>(() => 7)
  const reset = vi.fn()
  const load = vi.fn(loaded({ render, reset }))
  const widget = await createVerification(settings, load).render(container, appearance)
  expect(load).toHaveBeenCalledWith('https://human.example')
  expect(render).toHaveBeenCalledWith(
    container,
    expect.objectContaining({ sitekey: 'key', size: 'normal', theme: 'dark' }),
  )
  widget.reset()
  expect(reset).toHaveBeenCalledWith(7)
})

test('a widget that can’t be rendered failed to execute, and so did one that lost its connection', async () => {
  const broken = loaded({
    render() {
      throw new Error('Invalid site key')
    },
  })
  await expect(createVerification(settings, broken).render(container, appearance)).rejects.toMatchObject({
    message: 'Failed to execute',
    cause: { message: 'Invalid site key' },
  })

  const render = vi.fn<Recaptcha['render']>(() => 7)
  await createVerification(settings, loaded({ render })).render(container, appearance)
  render.mock.lastCall?.[1]['error-callback']()
  expect(appearance.onFailed).toHaveBeenCalledWith(expect.objectContaining({ message: 'Failed to execute' }))
})
