import { Outlet } from 'react-router'

export function DefaultLayout() {
  return (
    <main id="main" tabIndex={-1} data-tone="paper">
      <Outlet />
    </main>
  )
}
