import { StrictMode } from 'react'
import type { PreloadedState } from '#shared/pages/render.ts'
import type { Elements } from '../ui/elements.ts'
import { AppStateProvider } from './app-state.tsx'
import type { Stores } from './app-stores.ts'
import { Document } from './document.tsx'

type Props = { state: PreloadedState; stores: Stores; inlinedState?: string; children: Elements }

export function App({ state, stores, inlinedState, children }: Props) {
  return (
    <StrictMode>
      <AppStateProvider value={{ preloaded: state, stores }}>
        <Document assets={state.assets} inlinedState={inlinedState}>
          {children}
        </Document>
      </AppStateProvider>
    </StrictMode>
  )
}
