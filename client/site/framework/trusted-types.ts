type Rules = { createScriptURL(url: string): string; createHTML(html: string): string | null }
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

/** React assigns these when it recreates the document's scripts after an error. Such scripts never run. */
const emptyOfReact = new Set(['', '<script></script>'])

/** Forbids HTML and scripts made from text (W3C Trusted Types). `script-src` restricts the addresses of scripts. */
export function createTrustedTypesPolicy(browser: Window & { trustedTypes?: TrustedTypes }): void {
  browser.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => url,
    createHTML: (html) => (emptyOfReact.has(html) ? html : null),
  })
  // Zod's test for `eval` would be reported as a violation. Zod's own setting for it would load all of zod on every page.
  Object.assign(browser, { __zod_globalConfig: { jitless: true } })
}
