import type { PageAssets } from '#shared/pages/render.ts'
import { feedRoutes } from '#shared/routes/routes.ts'
import type { Elements } from '../ui/elements.ts'
import { preloadedStateId } from './preloaded-state.ts'

/** Only the server writes the rules; in the browser React keeps the element as it is. */
export const inlineStyleInBrowser = { css: '', hash: '' }

type Props = {
  assets: PageAssets
  /** Written by the server. The browser passes none, and React keeps the element as it is. */
  inlinedState?: string
  children: Elements
}

/** Contains no executable inline script, as the security policy requires. */
export function Document({ assets, inlinedState = '', children }: Props) {
  const { inlineStyle, lateStyles } = assets
  return (
    // Scripts set `data-hydrated` and other attributes here, which React doesn't manage.
    <html lang="en-AU" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1011" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={feedRoutes.manifest} />
        <link rel="alternate" href={feedRoutes.news} type="application/atom+xml" title="News" />
        <link rel="alternate" href={feedRoutes.newsJson} type="application/feed+json" title="News" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {inlineStyle && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our build
          <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineStyle.css }} />
        )}
        {!inlineStyle && assets.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)}
        {assets.scripts.map((src) => (
          <script
            key={src}
            type="module"
            src={src}
            fetchPriority="low"
            data-application={assets.modules.join(' ')}
            data-styles={inlineStyle ? assets.styles.join(' ') : undefined}
          />
        ))}
      </head>
      <body>
        {children}
        {lateStyles.map((sheet) => (
          <link key={sheet.href} rel="stylesheet" {...sheet} />
        ))}
        <script
          id={preloadedStateId}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped by writeInlinedState
          dangerouslySetInnerHTML={{ __html: inlinedState }}
        />
      </body>
    </html>
  )
}
