import { useEffect, useState } from 'react'
import { createHttpClient } from '#shared/http/http-client.ts'
import type { ChangeOffer } from '#shared/licensing/change-offer.ts'
import type { LicenceAccess } from '#shared/licensing/changes.ts'
import { keyInAddress } from '#shared/licensing/key-in-address.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { loadRenewal, saveRenewal } from '../../shop/checkout/draft-storage.ts'
import { isRefusal } from '../../shop/checkout/explain-failure.ts'
import { useAppState, useStores } from '../../site/framework/app-state.tsx'
import type { Renewal } from '../../site/framework/app-stores.ts'
import { problemOf, unknownEnd } from '../activation/problems.ts'

const nothing = {
  busy: false,
  /** The code of the last failure; empty without one. */
  problem: '',
  /** The text that the server refused as a key. */
  refusedKey: '',
  end: unknownEnd,
  attempts: 0,
  /**
   * The look-up without an answer, if no form holds its fields; null otherwise. A link's token is no longer in
   * the address.
   */
  unanswered: null as Renewal | null,
  /** Null until a licence is found. */
  found: null as (Renewal & { offer: ChangeOffer }) | null,
}

/** Finds the licence by a typed key, or by the key or mailed token in the address. */
export function useRenewal() {
  const { config } = useAppState()
  const { app } = useStores()
  const [state, setState] = useState(nothing)

  async function lookUp(renewal: Renewal) {
    const { access } = renewal
    if (!renewal.change) saveRenewal(null)
    setState(({ attempts, found }) => ({ ...nothing, busy: true, attempts: attempts + 1, found }))
    try {
      const http = createHttpClient(config.apiBaseUrl, fetch)
      const offer = (await http.post(apiRoutes.licenceQuote, { licence: access })) as ChangeOffer
      setState((before) => ({ ...before, busy: false, found: { ...renewal, offer } }))
    } catch (error) {
      const { code, end } = problemOf(error)
      // A visitor who follows a link hasn't typed a key.
      const problem = 'token' in access && code === 'licence_not_found' ? 'renewal_link_unknown' : code
      const refusedKey = code === 'licence_key_malformed' && 'key' in access ? String(access.key) : ''
      const isLost = !isRefusal(error)
      if (!isLost) saveRenewal(null)
      const unanswered = isLost && ('token' in access || renewal.change) ? renewal : null
      setState((before) => ({ ...before, busy: false, problem, refusedKey, end, unanswered }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read only at first, and when its hash changes
  useEffect(() => {
    // A visitor who comes back from the payment page finds the same state.
    let left = loadRenewal()
    const take = () => {
      const access = takeAccess()
      const renewal = access ? { access, buyer: null } : (app.getState().renewal ?? left)
      app.setState({ renewal: null })
      left = null
      if (renewal) lookUp(renewal)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  return {
    ...state,
    lookUp,
    startOver() {
      saveRenewal(null)
      setState((before) => ({ ...before, problem: '', unanswered: null, found: null }))
    },
  }
}

/** Removes the key or token from the address and its history. */
function takeAccess(): LicenceAccess | null {
  const { hash, pathname, search } = location
  const key = keyInAddress(hash)
  const [, token] = hash.split('#t=')
  if (!key && !token) return null
  history.replaceState(history.state, '', pathname + search)
  return token ? { token } : { key }
}
