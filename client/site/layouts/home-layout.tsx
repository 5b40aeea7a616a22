import { Outlet } from 'react-router'
import { Hero } from './hero.tsx'

export function HomeLayout() {
  return (
    <>
      <Hero />
      <Outlet />
    </>
  )
}
