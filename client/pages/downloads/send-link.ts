type Browser = { share?: Navigator['share']; clipboard?: Pick<Clipboard, 'writeText'> }

/** Opens the system's share sheet, or copies the link. A closed sheet isn't an error. */
export async function sendLink(
  browser: Browser,
  link: { title: string; url: string },
): Promise<'shared' | 'copied' | 'neither'> {
  try {
    if (browser.share) {
      await browser.share(link)
      return 'shared'
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'shared'
  }
  try {
    if (!browser.clipboard) return 'neither'
    await browser.clipboard.writeText(link.url)
    return 'copied'
  } catch {
    return 'neither'
  }
}
