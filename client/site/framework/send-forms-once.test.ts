import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendOnce } from '../../desk/send-once.ts'
import { sendFormsOnce } from './send-forms-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe.each([
  ['site', sendFormsOnce],
  ['desk', sendOnce],
])('at the %s', (_place, start) => {
  function openPage({ navigation }: { navigation?: EventTarget } = {}) {
    const page = Object.assign(new EventTarget(), { navigation })
    start(page as unknown as Window)
    /** @returns whether it is sent */
    const submit = (form: { method: string }) => {
      const event = new Event('submit', { cancelable: true })
      Object.defineProperty(event, 'target', { value: form })
      return page.dispatchEvent(event)
    }
    return { page, submit }
  }

  test('a form is sent once while its answer is on its way, and others meanwhile', () => {
    const { submit } = openPage()
    const form = { method: 'post' }
    expect(submit(form)).toBe(true)
    expect(submit(form)).toBe(false)
    expect(submit({ method: 'post' })).toBe(true)
    expect(submit(form)).toBe(false)
  })

  test('a form can be sent again once it was stopped, after a while, and on a page that comes back', () => {
    const navigation = new EventTarget()
    const { page, submit } = openPage({ navigation })
    const form = { method: 'post' }
    submit(form)
    page.dispatchEvent(new Event('pagehide'))
    expect(submit(form)).toBe(true)
    navigation.dispatchEvent(new Event('navigateerror'))
    expect(submit(form)).toBe(true)
    vi.advanceTimersByTime(20_000)
    expect(submit(form)).toBe(true)
  })

  test('a search is none of these', () => {
    const { submit } = openPage()
    const form = { method: 'get' }
    expect([submit(form), submit(form)]).toEqual([true, true])
  })
})
