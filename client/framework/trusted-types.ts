type Rules = { createScriptURL(url: string): string; createHTML(html: string): string | null }
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

/** React writes these when it recreates the document's scripts after an error. Such scripts never run. */
const emptyOfReact = new Set(['', '<script></script>'])

/**
 * Keeps text from becoming HTML or a script (W3C Trusted Types, where the browser has them). Scripts still load by their
 * address, which `script-src` of the content security policy restricts.
 */
export function createTrustedTypesPolicy(browser: Window & { trustedTypes?: TrustedTypes }): void {
  browser.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => url,
    createHTML: (html) => (emptyOfReact.has(html) ? html : null),
  })
  // Zod's probe for `eval` would be reported. Its own setter would bring all of zod to every page.
  Object.assign(browser, { __zod_globalConfig: { jitless: true } })
}
