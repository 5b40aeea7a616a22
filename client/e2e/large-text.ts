import type { Page } from '@playwright/test'

/** Window width in pixels, and the root font size that the browser's setting gives. */
const windows = [
  { width: 1280, text: 32 },
  { width: 375, text: 32 },
  { width: 375, text: 24 },
]

/**
 * Enlarges the text in wide and narrow windows, and restores its size.
 * @returns what scrolls sideways, and texts that are cut off
 */
export async function whatLargeTextBreaks(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const found: string[] = []
  for (const { width, text } of windows) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: text } })
    await page.setViewportSize({ width, height: 900 })
    const broken = await page.evaluate(overflowing)
    found.push(...broken.map((element) => `${element} in ${width} pixels, with text of ${text}`))
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  return found
}

/** Runs in the page: finds words that a narrow column breaks in two. */
export function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}

/** Runs in the page: finds sideways scrolling, and texts that a box clips. */
export function overflowing(): string[] {
  const wide = document.documentElement.scrollWidth > innerWidth
  const out = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right } = element.getBoundingClientRect()
    return wide && right > innerWidth + 1 && getComputedStyle(element).position !== 'fixed'
  })
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut: Element[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    // The glass moves its text past the reading line, pictures have names, and narrow plans repeat theirs.
    if (
      !element ||
      element.closest(
        '.vh, .TopNav-cartLabel, .Plans thead, svg, [role=img], [aria-hidden=true], .Prompter-glass',
      )
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(text)
    if ([...range.getClientRects()].some((part) => isCut(part, element))) cut.push(element)
  }
  return [...out, ...cut].map((element) => `${element.tagName.toLowerCase()}.${element.className}`)

  function isCut(part: DOMRect, element: Element): boolean {
    if (part.width * part.height === 0) return false
    const middle = part.top + part.height / 2
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) return false
      if (overflowX !== 'visible' && (part.left < edge.left - 1 || part.right > edge.right + 1)) return true
      // A line's rectangle is higher than its letters.
      if (overflowY !== 'visible' && (middle < edge.top || part.bottom - part.height / 4 > edge.bottom))
        return true
    }
    return false
  }
}
