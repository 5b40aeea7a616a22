import { useSyncExternalStore } from 'react'

type Theme = 'light' | 'dark'

const darkSystem = '(prefers-color-scheme: dark)'

/** The page's colour scheme; defaults to the system's. */
export function useTheme(): Theme {
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
