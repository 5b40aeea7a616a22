type Rules = { createScriptURL(url: string): string; createHTML(html: string): string | null }
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

/** What React writes where it makes the document's script elements anew, after a page has failed: such a script never runs. */
const emptyOfReact = new Set(['', '<script></script>'])

/**
 * For a document in which no text may become HTML or a script (W3C Trusted Types, where the browser has them). Scripts are
 * loaded by their address as before: `script-src` of the content security policy holds them to named hosts.
 */
export function keepTrustedTypes(browser: Window & { trustedTypes?: TrustedTypes }): void {
  browser.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => url,
    createHTML: (html) => (emptyOfReact.has(html) ? html : null),
  })
  // Zod would try whether it may compile, and be reported. Its own setter would bring all of zod to every page.
  Object.assign(browser, { __zod_globalConfig: { jitless: true } })
}
