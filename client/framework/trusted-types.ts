type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * Lets scripts be loaded by their address, which `script-src` of the content security policy holds to named hosts. Text that
 * would become HTML or a script stays refused. Policy "default" of the W3C's Trusted Types, where the browser has them.
 */
export function allowScriptAddresses(browser: Window & { trustedTypes?: TrustedTypes }): void {
  browser.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url })
}
