type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * For a document in which no text may become HTML or a script (W3C Trusted Types, where the browser has them). Scripts are
 * loaded by their address as before: `script-src` of the content security policy holds them to named hosts.
 */
export function keepTrustedTypes(browser: Window & { trustedTypes?: TrustedTypes }): void {
  browser.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url })
  // Zod would try whether it may compile, and be reported. Its own setter would bring all of zod to every page.
  Object.assign(browser, { __zod_globalConfig: { jitless: true } })
}
