import { routes } from '#shared/routes/routes.ts'

type NavigationLink = { to: string; label: string }

/** The links of the top bar. Wide windows hide the first one, because the logo links to the same page. */
export const mainLinks: NavigationLink[] = [
  { to: routes.home, label: 'Home' },
  { to: routes.pricing, label: 'Pricing' },
  { to: routes.downloads, label: 'Downloads' },
  { to: routes.news, label: 'News' },
  { to: routes.contact, label: 'Contact' },
]

export const menuFootLinks: NavigationLink[] = [
  { to: routes.whatsNew, label: 'What’s new' },
  { to: routes.help, label: 'Help' },
  { to: routes.activation, label: 'Activation' },
  { to: routes.licences, label: 'Your licences' },
  { to: routes.shop, label: 'Shop' },
]

export const footerLinks: NavigationLink[] = [
  { to: routes.whatsNew, label: 'What’s new' },
  { to: routes.downloads, label: 'Downloads' },
  { to: routes.pricing, label: 'Pricing' },
  { to: routes.shop, label: 'Shop' },
  { to: routes.activation, label: 'Activation' },
  { to: routes.licences, label: 'Your licences' },
  { to: routes.help, label: 'Help' },
  { to: routes.news, label: 'News' },
  { to: routes.contact, label: 'Contact' },
]
