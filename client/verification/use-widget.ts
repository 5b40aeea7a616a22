import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PublicConfig } from '#shared/pages/render.ts'
import { createVerification, type VerificationWidget } from './create-verification.ts'
import { loadScript } from './load-script.ts'
import type { VerificationError } from './verification-error.ts'

export type WidgetState =
  | { kind: 'idle' | 'loading' | 'ready' | 'passed' | 'expired' }
  | { kind: 'failed'; error: VerificationError }

/** The first `start` loads the widget; each later one replaces it. */
export function useWidget(
  box: RefObject<HTMLElement | null>,
  { siteKey, baseUrl }: NonNullable<PublicConfig['verification']>,
) {
  const theme = useTheme()
  const [starts, setStarts] = useState(0)
  const [state, setState] = useState<WidgetState>({ kind: 'idle' })
  const widget = useRef<VerificationWidget>(null)

  useEffect(() => {
    if (starts === 0) return
    // A widget can't be removed from its element, so each one gets a new element.
    const slot = document.createElement('div')
    box.current?.append(slot)
    let current = true
    const show = (next: WidgetState) => {
      if (current) setState(next)
    }
    const fail = (error: VerificationError) => show({ kind: 'failed', error })

    async function render() {
      const verification = createVerification({ siteKey, baseUrl, version: 2, size: 'normal' }, loadScript)
      const rendered = await verification.render(slot, {
        theme,
        onPassed: () => show({ kind: 'passed' }),
        onExpired: () => show({ kind: 'expired' }),
        onFailed: fail,
      })
      if (!current) return
      widget.current = rendered
      // The placeholder disappears, so its focus moves to the widget.
      const follows = box.current?.parentElement?.contains(document.activeElement)
      if (follows) slot.querySelector('iframe')?.focus()
      show({ kind: 'ready' })
    }

    show({ kind: 'loading' })
    render().catch(fail)
    return () => {
      current = false
      widget.current = null
      slot.remove()
    }
  }, [box, starts, theme, siteKey, baseUrl])

  return {
    state,
    start: () => setStarts((count) => count + 1),
    reset() {
      if (!widget.current) return
      widget.current.reset()
      setState({ kind: 'ready' })
    },
  }
}

type Theme = 'light' | 'dark'

const darkSystem = '(prefers-color-scheme: dark)'

/** The page's colour scheme; defaults to the system's. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light')
}

function readTheme(): Theme {
  const { scheme } = document.documentElement.dataset
  if (scheme === 'light' || scheme === 'dark') return scheme
  return matchMedia(darkSystem).matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void): () => void {
  const system = matchMedia(darkSystem)
  system.addEventListener('change', onChange)
  return () => system.removeEventListener('change', onChange)
}
