/** WebKit scrolls a text field to the window's edge, whatever its scroll margin, so the sticky bar would cover it. */
export function keepFieldsClear(): void {
  addEventListener('focusin', ({ target }) => {
    const field = (target as Element).closest('main :is(input, textarea)')
    const bar = document.querySelector('.TopNav')
    if (!field || !bar) return
    const isCovered = field.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
    if (isCovered) (field.closest('.Field') ?? field).scrollIntoView({ block: 'nearest' })
  })
}
