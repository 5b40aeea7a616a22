import { routes } from '#shared/routes.ts'

export type NavigationLink = { to: string; label: string }

/** The links of the top bar; the logo links to the home page. */
export const mainLinks: NavigationLink[] = [
  { to: routes.pricing, label: 'Pricing' },
  { to: routes.downloads, label: 'Downloads' },
  { to: routes.news, label: 'News' },
  { to: routes.contact, label: 'Contact' },
]

export const menuLinks: NavigationLink[] = [{ to: routes.home, label: 'Home' }, ...mainLinks]

export const menuFootLinks: NavigationLink[] = [
  { to: routes.whatsNew, label: 'What’s new' },
  { to: routes.activation, label: 'Activation' },
  { to: routes.shop, label: 'Shop' },
]

export const footerLinks: NavigationLink[] = [
  { to: routes.whatsNew, label: 'What’s new' },
  { to: routes.downloads, label: 'Downloads' },
  { to: routes.pricing, label: 'Pricing' },
  { to: routes.shop, label: 'Shop' },
  { to: routes.activation, label: 'Activation' },
  { to: routes.news, label: 'News' },
  { to: routes.contact, label: 'Contact' },
]
