import { Outlet } from 'react-router'
import { Hero } from './hero.tsx'

export function HomeLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Hero />
      <Outlet />
    </main>
  )
}
