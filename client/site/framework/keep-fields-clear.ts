/** WebKit ignores a text field's scroll margin and scrolls it to the window's edge, where the sticky bar would cover it. */
export function keepFieldsClear(): void {
  addEventListener('focusin', ({ target }) => {
    const field = (target as Element).closest('main :is(input, textarea)')
    const bar = document.querySelector('.TopNav')
    if (!field || !bar) return
    const isCovered = field.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
    if (isCovered) (field.closest('.Field') ?? field).scrollIntoView({ block: 'nearest' })
  })
}
