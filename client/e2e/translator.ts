import type { Page } from '@playwright/test'

/** Imitates a browser's translator: wraps each text node in `font` elements, including later ones. */
export function startTranslator(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A drawing can't show an element of HTML.
    const kept = 'script, style, noscript, textarea, svg, [translate=no], font'

    function translate(text: Text) {
      const { parentElement } = text
      if (text.data.trim() === '' || !parentElement || parentElement.closest(kept)) return
      const translated = document.createElement('font')
      translated.append(document.createElement('font'))
      translated.firstElementChild?.append(text.data)
      text.replaceWith(translated)
    }

    function translateAll(node: Node) {
      if (node instanceof Text) return translate(node)
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      found.forEach(translate)
    }

    translateAll(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) translate(target)
        addedNodes.forEach(translateAll)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
