import { routes } from '#shared/routes/routes.ts'
import { startShopOfSlowStyles } from './slow-styles.ts'
import { expect, test } from './test.ts'

let site: Awaited<ReturnType<typeof startShopOfSlowStyles>>
test.beforeAll(async () => {
  site = await startShopOfSlowStyles()
})
test.afterAll(() => site.close())

// Pages linked only in the footer, because visible links are prefetched.
for (const path of [routes.shop, routes.activation, routes.whatsNew]) {
  test(`${path}, never fetched before, has its whole style in its first frame`, async ({ visitor }) => {
    await visitor.navigate(site.url + routes.terms)
    await visitor.hydrated()
    const { fetchedBefore, first, last } = await visitor.evaluate(followAndWatch, path)
    expect(fetchedBefore).toEqual([])
    expect(Object.keys(first).length).toBeGreaterThan(5)
    expect(first).toEqual(last)
  })
}

/** Presses a link out of sight, and compares the first frame of its page with one of two seconds later. */
async function followAndWatch(path: string) {
  const link = document.querySelector<HTMLElement>(`footer a[href="${path}"]`)
  const page = path.slice(1)
  const fetchedBefore = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes(`/assets/${page}-`))
  const old = document.querySelector('h1')?.textContent
  link?.click()
  while (document.querySelector('h1')?.textContent === old) await nextFrame()
  const first = stylesByClass()
  const until = performance.now() + 2000
  while (performance.now() < until) await nextFrame()
  const last = stylesByClass()
  // Elements that appear later, for example after detecting the system, can't be compared.
  for (const name of Object.keys(last)) if (!(name in first)) delete last[name]
  return { fetchedBefore, first, last }

  function nextFrame() {
    return new Promise((resolve) => requestAnimationFrame(resolve))
  }

  function stylesByClass() {
    const styles: Record<string, string> = {}
    for (const element of document.querySelectorAll('main [class]')) {
      const { display, fontSize, fontWeight, paddingTop, marginTop } = getComputedStyle(element)
      const name = element.getAttribute('class') ?? ''
      styles[name] ??= [display, fontSize, fontWeight, paddingTop, marginTop].join(' ')
    }
    return styles
  }
}
