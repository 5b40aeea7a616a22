import { useState } from 'react'
import { createHttpClient, HttpError } from '#shared/http-client.ts'
import { useAppState } from '../../app-state.tsx'
import { fetchWithCookies } from '../../framework/fetch-with-cookies.ts'

type Answers = {
  /** @returns what to say; without text the page is being left, and the button stays busy */
  done(answer: unknown): unknown
  failed(error: unknown): string
}

/** Posts an act of an order's page, once at a time. `said` tells how it ended. */
export function useOrderAct(path: string, { done, failed }: Answers) {
  const { apiBaseUrl } = useAppState().config
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function act() {
    if (busy) return
    setBusy(true)
    try {
      const text = done(await createHttpClient(apiBaseUrl, fetchWithCookies).post(path, {}))
      if (typeof text !== 'string') return
      setSaid(text)
    } catch (error) {
      // The order has changed since the page was loaded, and the page says how.
      if (error instanceof HttpError && error.statusCode === 409) return location.reload()
      setSaid(failed(error))
    }
    setBusy(false)
  }

  return { act, busy, said }
}
