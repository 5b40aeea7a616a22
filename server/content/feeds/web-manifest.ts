import { routes } from '#shared/routes/routes.ts'
import type { Site } from '#shared/seller/site.ts'

export function webManifest({ product, description }: Site) {
  return {
    id: routes.home,
    name: product,
    short_name: product,
    description,
    lang: 'en-AU',
    start_url: routes.home,
    scope: routes.home,
    display: 'browser',
    background_color: '#0b1011',
    theme_color: '#0b1011',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
