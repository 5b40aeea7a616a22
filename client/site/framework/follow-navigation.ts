import type { DataRouter } from 'react-router'
import type { LoadingBar } from './loading-bar-state.ts'

export function followNavigation(router: DataRouter, bar: LoadingBar): () => void {
  let navigating = false
  return router.subscribe(({ navigation, errors }) => {
    const was = navigating
    navigating = navigation.state !== 'idle'
    if (navigating && !was) bar.start()
    if (navigating || !was) return
    if (errors) bar.fail()
    else bar.finish()
  })
}
