import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFormsOnce } from './send-forms-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPage() {
  const page = new EventTarget()
  sendFormsOnce(page as Window)
  /** @returns whether it is sent */
  const submit = (form: { method: string }) => {
    const event = new Event('submit', { cancelable: true })
    Object.defineProperty(event, 'target', { value: form })
    return page.dispatchEvent(event)
  }
  return { page, submit }
}

test('a plain form is sent once while its answer is on its way, and others meanwhile', () => {
  const { submit } = openPage()
  const form = { method: 'post' }
  expect(submit(form)).toBe(true)
  expect(submit(form)).toBe(false)
  expect(submit({ method: 'post' })).toBe(true)
})

test('a form can be sent again after a while, and on a page that comes back', () => {
  const { page, submit } = openPage()
  const form = { method: 'post' }
  submit(form)
  page.dispatchEvent(new Event('pagehide'))
  expect(submit(form)).toBe(true)
  vi.advanceTimersByTime(20_000)
  expect(submit(form)).toBe(true)
})

test('a search is none of these', () => {
  const { submit } = openPage()
  const form = { method: 'get' }
  expect([submit(form), submit(form)]).toEqual([true, true])
})
