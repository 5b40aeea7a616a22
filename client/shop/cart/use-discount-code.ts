import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { createHttpClient, type HttpClient } from '#shared/http/http-client.ts'
import type { AppliedCode } from '#shared/pricing/price-answer.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { readStored, writeStored } from '../../site/framework/browser-storage.ts'
import { fetchWithCookies } from '../../site/framework/fetch-with-cookies.ts'
import { explainFailure, isRefusal } from '../checkout/explain-failure.ts'
import { queryWithout } from './query-without.ts'

export type DiscountCode = {
  /** A valid code; it may not discount the current choice. */
  applied: AppliedCode | null
  typed: string
  /** Clears the refusal, because the text has changed. */
  type(text: string): void
  /** Why the last typed code was refused; empty if it wasn't. */
  refused: string
  busy: boolean
  /** Keeps the text of a refused code, so that it can be corrected. */
  applyTyped(): Promise<void>
  /**
   * Reminds once of a code that was typed but not applied.
   * @returns whether there is one, or one is being checked
   */
  isForgotten(): boolean
  remove(): void
  /** Removes the code after an order was refused because of it. */
  refuse(why: string): void
}

type Options = {
  /** The code's key in the tab's storage. The cart's own storage holds only lines. */
  storedAs: string
  /** False while nothing is chosen. */
  isReady: boolean
  /** @throws HttpError if the code doesn't apply to the choice */
  ask(http: HttpClient, code: string): Promise<AppliedCode | null>
}

/** Applies typed codes and `?code=CREW10`. If a code is refused, the earlier one stays in effect. */
export function useDiscountCode({ storedAs, isReady, ask }: Options): DiscountCode {
  const { apiBaseUrl } = useAppState().config
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const [query, setQuery] = useSearchParams()
  const inAddress = query.get('code')

  function type(text: string) {
    setTyped(text)
    setRefused('')
  }

  async function applyTyped() {
    if (await use(typed)) setTyped('')
  }

  function isForgotten(): boolean {
    // Applying the code may change the total that the button shows.
    if (busy) return true
    const forgotten = typed.trim() !== '' && refused === ''
    if (forgotten) {
      setRefused('It isn’t used yet. Press “Use it”, or go on without it.')
      focusField()
    }
    return forgotten
  }

  /** @returns whether the code was accepted */
  async function use(text: string, { quietly = false } = {}): Promise<boolean> {
    if (busy || text.trim() === '') return false
    if (!isReady) {
      setRefused('Choose something first, so that the code has something to count for.')
      return false
    }
    setBusy(true)
    setRefused('')
    let taken = false
    try {
      const code = await ask(createHttpClient(apiBaseUrl, fetchWithCookies), text)
      setApplied(code)
      writeStored('sessionStorage', storedAs, code?.code ?? null)
      taken = code !== null
    } catch (error) {
      const isLater = quietly && !isRefusal(error)
      if (quietly) writeStored('sessionStorage', storedAs, isLater ? text : null)
      const later = isLater ? ` ${text} is tried again when you load the page again.` : ''
      const still = applied ? ` ${applied.code} still counts.` : ''
      setRefused(explainFailure(error).detail + later + still)
    }
    setBusy(false)
    return taken
  }

  function drop(why: string) {
    setApplied(null)
    setRefused(why)
    writeStored('sessionStorage', storedAs, null)
  }

  function remove() {
    drop('')
    // The pressed button disappears with its line, so the field gets the focus.
    focusField()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored code is tried once, when there is a choice
  useEffect(() => {
    if (!isReady) return
    const stored = readStored('sessionStorage', storedAs)
    const code = inAddress ?? (typeof stored === 'string' ? stored : '')
    if (code) use(code, { quietly: true })
    if (inAddress) setQuery(queryWithout(query, 'code'), { replace: true, preventScrollReset: true })
  }, [isReady, inAddress])

  return { applied, typed, type, refused, busy, applyTyped, isForgotten, remove, refuse: drop }
}

function focusField() {
  document.querySelector<HTMLElement>('.CodeRow input')?.focus()
}
